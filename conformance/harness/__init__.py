"""Starts servers and fetches the pinned clients; shared by `conformance/run` and the test suites.

Standard library only: it runs before any package is installed.
"""
