"""The health check of the container: does the service take people in? Past any proxy that the environment names."""

import os
import sys
from http.client import HTTPConnection

service = HTTPConnection("127.0.0.1", int(os.environ["REDPIP_PORT"]), timeout=4)
service.request("GET", "/readyz")
sys.exit(service.getresponse().status != 200)
