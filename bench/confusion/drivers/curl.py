"""libcurl's URL parser, by ctypes."""

import ctypes
import ctypes.util

from protocol import run

URL, SCHEME, USER, PASSWORD, _, HOST, PORT, PATH, QUERY, FRAGMENT = range(10)
NON_SUPPORT_SCHEME = 1 << 3
NO_PART = range(10, 18)  # CURLUE_NO_SCHEME to CURLUE_NO_FRAGMENT

lib = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
lib.curl_version.restype = ctypes.c_char_p
lib.curl_url.restype = ctypes.c_void_p
lib.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
lib.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]
lib.curl_url_strerror.restype = ctypes.c_char_p
lib.curl_url_cleanup.argtypes = [ctypes.c_void_p]
lib.curl_free.argtypes = [ctypes.c_void_p]


def checked(code):
    if code:
        raise ValueError(lib.curl_url_strerror(code).decode())


def get(handle, part):
    text = ctypes.c_void_p()
    code = lib.curl_url_get(handle, part, ctypes.byref(text), 0)
    if code in NO_PART:
        return None
    checked(code)
    value = ctypes.string_at(text.value).decode("utf-8", "replace")
    lib.curl_free(text)
    return value


def read(text, base):
    if "\0" in text:
        raise ValueError("a text in C ends at NUL")
    handle = lib.curl_url()
    try:
        for url in [base, text] if base is not None else [text]:
            checked(lib.curl_url_set(handle, URL, url.encode(), NON_SUPPORT_SCHEME))
        user, password = get(handle, USER), get(handle, PASSWORD)
        login = user if password is None else f"{user or ''}:{password}"
        return [get(handle, SCHEME), login, *(get(handle, part) for part in (HOST, PORT, PATH, QUERY, FRAGMENT))]
    finally:
        lib.curl_url_cleanup(handle)


run(read, lib.curl_version().decode().split()[0].replace("/", " "))
