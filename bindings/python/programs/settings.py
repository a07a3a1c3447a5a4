"""Settings of a server, from the environment: python settings.py

A wrong setting ends the program with a message that shows no password.
"""

import os
import sys
from typing import Annotated

import pydantic

from anyurl import Policy, Url


def of(*schemes: str) -> pydantic.AfterValidator:
    """A URL of some schemes."""

    def check(url: Url) -> Url:
        if url.scheme not in schemes:
            raise ValueError(f"the scheme is {url.scheme}: use {' or '.join(schemes)}")
        return url

    return pydantic.AfterValidator(check)


WEBHOOKS = Policy({"https": "allow"}, other="deny")


class Settings(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(hide_input_in_errors=True)

    DATABASE_URL: Annotated[Url, of("postgres", "postgresql", "mysql")]
    CACHE_URL: Annotated[Url, of("redis", "rediss")] | None = None
    BUCKET: Annotated[Url, of("s3", "file")]
    WEBHOOK: Url

    @pydantic.field_validator("WEBHOOK")
    @classmethod
    def webhook(cls, url: Url) -> Url:
        if not WEBHOOKS.allows(url):
            raise ValueError(f"a webhook is an https URL without a password: {WEBHOOKS.judge(url)}")
        return url


def main() -> None:
    try:
        settings = Settings.model_validate(dict(os.environ))
    except pydantic.ValidationError as error:
        sys.exit("\n".join(f"{one['loc'][0]}: {one['msg']}" for one in error.errors(include_input=False)))
    for host in settings.DATABASE_URL.hosts:
        print(f"database host {host.host}, port {host.effective_port}")
    print("database", settings.DATABASE_URL.masked)
    print("bucket", settings.BUCKET["bucket"] if settings.BUCKET.scheme == "s3" else settings.BUCKET.to_file_path())


main()
