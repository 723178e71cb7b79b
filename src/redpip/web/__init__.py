"""The service: HTTP, WebSocket and pages over the tables and their log."""
