"""Serves the folder argv[1] by pyftpdlib, at the socket that is the standard input."""

import logging
import os
import socket
import sys

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer


class Handler(FTPHandler):
    """Lets the user `open` in without a password, as RFC 959 allows: 230 in place of 331."""

    # So long that the greeting takes more than one line.
    banner = "Welcome. " * 10

    def ftp_USER(self, line):
        if line != "open":
            return super().ftp_USER(line)
        self.username = line
        return self.ftp_PASS("")


logging.disable(logging.CRITICAL)
authorizer = DummyAuthorizer()
authorizer.add_anonymous(sys.argv[1])
authorizer.add_user("a@b", "p:q/r", sys.argv[1])
for user in "empty", "open":
    authorizer.add_user(user, "", sys.argv[1])
Handler.authorizer = authorizer
# pyftpdlib takes a file descriptor of 0 for none.
FTPServer(socket.socket(fileno=os.dup(0)), Handler).serve_forever()
