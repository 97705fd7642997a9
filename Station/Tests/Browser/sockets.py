"""Raw connections: requests that a browser would never send, and responses that it does not show."""

import base64
import json
import os
import re
import socket
import struct

BINARY, TEXT, CLOSE = 2, 1, 8


def connect(station, host="127.0.0.1", seconds=20):
    connection = socket.create_connection((host, int(re.search(r":(\d+)$", station.address).group(1))), timeout=seconds)
    connection.settimeout(seconds)
    return connection


def head_of(connection):
    """Returns the head of a response, and the bytes after it."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(4096)
        if not part:
            return received.decode(errors="replace"), b""
        received += part
    head, rest = received.split(b"\r\n\r\n", 1)
    return head.decode(), rest


def status_of(head):
    return int(head.split(" ")[1])


def header(head, name):
    found = re.search(rf"^{name}: *(.*)$", head, re.I | re.M)
    return found and found.group(1).strip()


def ask(station, path, headers={}, method="GET", host="127.0.0.1"):
    """Returns status, head and body of a response, on a new connection."""
    with connect(station, host) as connection:
        fields = {"Host": f"localhost:{connection.getpeername()[1]}", "Connection": "close", **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        connection.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())
        head, body = head_of(connection)
        while part := connection.recv(65536):
            body += part
        return status_of(head), head, body.decode(errors="replace")


class Channel:
    """A live channel, opened like a browser does. `status` is 101 if it is open."""

    def __init__(self, station, path, headers={}, host="127.0.0.1"):
        self.connection = connect(station, host)
        port = self.connection.getpeername()[1]
        fields = {
            "Host": f"localhost:{port}", "Origin": f"http://localhost:{port}", "Connection": "Upgrade",
            "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self.connection.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
        self.head, self.received = head_of(self.connection)
        self.status = status_of(self.head)

    def close(self):
        self.connection.close()

    def send(self, data, kind=BINARY):
        if kind == TEXT:
            data = json.dumps(data).encode()
        count = len(data)
        if count < 126:
            length = bytes([0x80 | count])
        elif count < 1 << 16:
            length = bytes([0x80 | 126]) + struct.pack(">H", count)
        else:
            length = bytes([0x80 | 127]) + struct.pack(">Q", count)
        # Masked with zeros, which does not change the data.
        self.connection.sendall(bytes([0x80 | kind]) + length + bytes(4) + data)

    def send_picture(self, number, side=32):
        """Sends a gray picture, like `live-view.js` does."""
        self.send(struct.pack("<B3xHHII", 1, side, side, number, 50 * number) + bytes([127]) * (side * side))

    def read(self, count):
        while len(self.received) < count:
            part = self.connection.recv(65536)
            if not part:
                raise EOFError("the connection has ended")
            self.received += part
        data, self.received = self.received[:count], self.received[count:]
        return data

    def receive(self):
        """Returns the kind and the data of the next message."""
        first, length = self.read(2)
        if length == 126:
            length, = struct.unpack(">H", self.read(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.read(8))
        return first & 15, self.read(length)

    def receive_end(self):
        """Returns the code and the reason with which the station closes the channel."""
        while True:
            kind, data = self.receive()
            if kind == CLOSE:
                return struct.unpack(">H", data[:2])[0], data[2:].decode()
