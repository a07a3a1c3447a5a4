// Written by `SNAPSHOTS=overwrite cargo test -p anyurl-web types` from the definitions of the answers.

export type Verdict = "allow" | "ask" | "deny";
export type Parsed = { href: string, scheme: string, user: string | null, password: string | null, host: string | null, port: number | null, 
/**
 * The port that is written, or else that of the scheme.
 */
effectivePort: number | null, 
/**
 * All hosts: several in the URLs of some databases.
 */
hosts: Array<HostPort>, path: string, pathSegments: Array<string> | null, query: string | null, fragment: string | null, 
/**
 * The components of the scheme that are there, by name.
 */
components: Record<string, string>, canonical: string, 
/**
 * With `***` in place of secrets.
 */
masked: string, 
/**
 * Whether the registry has the scheme; a URL of another one has the parts of the generic syntax.
 */
isRegistered: boolean, 
/**
 * Deviations that lenient mode accepted, and risks such as a password.
 */
warnings: Array<Note>, };
export type HostPort = { host: string, port: number | null, effectivePort: number | null, };
export type Note = { id: string, message: string, };
export type Problem = { kind: string, message: string, component: string, 
/**
 * Where: `text.slice(...place)`.
 */
place: [number, number], 
/**
 * The document and section that it breaks.
 */
section: string, id: string, 
/**
 * How to correct it; the small build does not say.
 */
repair: Repair | null, };
export type Repair = { 
/**
 * How to correct it; empty if nothing can be said.
 */
help: string, 
/**
 * The corrected text with its secrets, to be parsed and not to be shown.
 */
repaired: string | null, 
/**
 * The options that accept the text.
 */
acceptedBy: Array<string>, };
export type BuildProblem = { message: string, component: string, };
export type Told = { kind: string, message: string, };
export type Judgement = { verdict: Verdict, 
/**
 * The verdict about the scheme.
 */
scheme: Verdict, reasons: Array<Reason>, 
/**
 * In a sentence.
 */
message: string, };
export type Reason = { verdict: Verdict, id: string, message: string, };
export type Plan = { steps: Array<Step>, notes: Array<Note>, };
export type Step = { op: string, details: string, aside: string | null, };
export type Compared = { verdict: string, severity: string, 
/**
 * The names of all components, in the order of `parts`.
 */
components: Array<string>, rulebooks: Array<Column>, differences: Array<Differing>, };
export type Column = { id: string, name: string, status: string, parts: Array<string | null> | null, message: string | null, section: string | null, };
export type Differing = { component: string, readings: Array<Read>, };
export type Read = { name: string, value: string | null, rule: string, section: string, };
