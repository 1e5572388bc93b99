"""The client against a server that answers by script. `python3 -m unittest discover clients/python/tests`"""

import base64
import gzip
import hashlib
import hmac
import inspect
import json
import sys
import threading
import time
import typing
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from ringback import ApiError, ConnectionFailed, Ringback, RingbackError  # noqa: E402
from ringback import WebhookVerificationError, sign_webhook, types, verify_webhook  # noqa: E402
from ringback.operations import Operations  # noqa: E402

SECRET = "whsec_c2FtcGxlLXNlY3JldA=="
# Status, headers and body; status 0 closes the connection without an answer.
Answer = tuple[int, dict[str, str], object]


class Server:
    """Answers by script, the last answer for ever, and keeps what was asked."""

    def __init__(self) -> None:
        self.script: list[Answer] = [(200, {}, {})]
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                headers = {name.lower(): value for name, value in self.headers.items()}
                server.asked.append((self.command, self.path, headers, self.rfile.read(length)))
                status, more, body = server.script.pop(0) if len(server.script) > 1 else server.script[0]
                if status == 0:
                    self.close_connection = True
                    return
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()
                is_page = isinstance(body, str) and body.startswith("<")
                sent = (str(body) if is_page else json.dumps(body)).encode()
                self.wfile.write(gzip.compress(sent) if more.get("content-encoding") == "gzip" else sent)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *_: object) -> None:
                pass

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_port}/api/"


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.waits: list[float] = []
        self.client = Ringback(self.server.url, "rb_token")
        self.client._http.sleep = self.waits.append
        self.addCleanup(self.server.http.server_close)
        self.addCleanup(self.server.http.shutdown)

    def answers(self, *script: Answer) -> None:
        self.server.script = list(script)

    def test_sends_path_query_token_and_body(self) -> None:
        self.client.get_call(9_007_199_254_740_991)
        self.client.replay_delivery("evt_1_call.completed/../x")
        self.client.list_calls(status="no-answer", type=None).page(3)
        self.client.create_campaign({"name": "Spring", "assistant_id": 1})
        paths = [(method, path) for method, path, _, _ in self.server.asked]
        self.assertEqual(
            paths,
            [
                ("GET", "/api/user/calls/9007199254740991"),
                ("POST", "/api/user/webhooks/deliveries/evt_1_call.completed%2F..%2Fx/replay"),
                ("GET", "/api/user/calls?status=no-answer&page=3"),
                ("POST", "/api/user/campaigns"),
            ],
        )
        self.assertEqual(self.server.asked[0][2]["authorization"], "Bearer rb_token")
        self.assertEqual(json.loads(self.server.asked[3][3]), {"name": "Spring", "assistant_id": 1})
        self.assertIn("idempotency-key", self.server.asked[3][2])
        self.assertNotIn("idempotency-key", self.server.asked[1][2])

    def test_reads_answers_and_errors_that_are_compressed(self) -> None:
        zipped = {"content-encoding": "gzip"}
        self.answers((200, zipped, {"call_id": 5}), (404, zipped, {"message": "Call not found"}))
        self.assertEqual(self.client.make_call({"phone_number": "+1", "assistant_id": 1})["call_id"], 5)
        with self.assertRaisesRegex(ApiError, "Call not found"):
            self.client.get_call(1)
        self.assertEqual(self.server.asked[0][2]["accept-encoding"], "gzip")

    def test_repeats_a_call_with_the_same_key(self) -> None:
        self.answers((503, {}, {}), (0, {}, {}), (200, {}, {"call_id": 5}))
        self.assertEqual(self.client.make_call({"phone_number": "+1", "assistant_id": 1})["call_id"], 5)
        keys = {headers["idempotency-key"] for _, _, headers, _ in self.server.asked}
        self.assertEqual((len(self.server.asked), len(keys)), (3, 1))
        self.assertTrue(all(0.25 <= wait <= 1 for wait in self.waits))

    def test_waits_as_long_as_the_service_asks(self) -> None:
        self.answers((429, {"retry-after": "7"}, {}), (200, {}, {}))
        self.client.end_call(1)
        self.assertEqual(self.waits, [7.0])

    def test_a_patient_client_waits_at_most_8_seconds(self) -> None:
        failures: list[Answer] = [(0, {}, {}), (503, {}, {})]
        for failure in failures:
            self.waits.clear()
            self.client = Ringback(self.server.url, "rb_token", max_retries=12)
            self.client._http.sleep = self.waits.append
            self.answers(*[failure] * 12, (200, {}, {"call_id": 5}))
            self.client.get_current_user()
            self.assertEqual(len(self.waits), 12)
            self.assertTrue(all(4 <= wait <= 8 for wait in self.waits[4:]), self.waits)

    def test_does_not_repeat_what_may_have_been_carried_out(self) -> None:
        failures: list[tuple[Answer, type[RingbackError]]] = [((500, {}, {}), ApiError), ((0, {}, {}), ConnectionFailed)]
        for failure, expected in failures:
            self.answers(failure)
            self.server.asked.clear()
            with self.assertRaises(expected):
                self.client.end_call(1)
            self.assertEqual(len(self.server.asked), 1)

    def test_gives_up(self) -> None:
        self.answers((502, {}, {}))
        with self.assertRaises(ApiError):
            self.client.get_current_user()
        self.assertEqual(len(self.server.asked), 3)
        self.answers((429, {"retry-after": "61"}, {}))
        with self.assertRaises(ApiError) as caught:
            self.client.get_current_user()
        self.assertEqual(caught.exception.retry_after, 61.0)

    def test_errors_carry_what_the_service_says(self) -> None:
        link = '<https://calls.example.com/openapi.json#x>; rel="help"'
        sentences = {"phone_number": ["The phone number field is required."]}
        self.answers((422, {"x-request-id": "r1", "link": link}, {"message": "Validation failed", "errors": sentences}))
        with self.assertRaises(ApiError) as caught:
            self.client.send_sms({"from": 1, "to": "", "body": "Hi"})
        error = caught.exception
        self.assertEqual(str(error), "Validation failed (The phone number field is required.)")
        self.assertEqual((error.status, error.errors, error.request_id), (422, sentences, "r1"))
        self.assertEqual(error.help, "https://calls.example.com/openapi.json#x")

    def test_does_not_follow_redirects_with_the_token(self) -> None:
        self.answers((302, {"location": "http://127.0.0.1:9/"}, {}))
        with self.assertRaises(ApiError) as caught:
            self.client.get_current_user()
        self.assertEqual(caught.exception.status, 302)

    def test_iterates_over_pages(self) -> None:
        self.answers(
            (200, {}, {"data": [{"id": 3}, {"id": 2}], "last_page": 2}), (200, {}, {"data": [{"id": 1}], "last_page": 1})
        )
        self.assertEqual([call["id"] for call in self.client.list_calls(status="failed")], [3, 2, 1])
        self.assertEqual(
            [path for _, path, *_ in self.server.asked],
            ["/api/user/calls?status=failed&page=1", "/api/user/calls?status=failed&before_id=2&page=1"],
        )

    def test_iterates_over_pages_of_a_service_without_anchors(self) -> None:
        pages = [[5, 4], [3, 2], [1]]
        asked = [0, 0, 1, 0, 1, 2]
        script: list[Answer] = [(200, {}, {"data": [{"id": id} for id in pages[page]], "last_page": 3}) for page in asked]
        self.answers(*script)
        self.assertEqual([call["id"] for call in self.client.list_calls()], [5, 4, 3, 2, 1])

    def test_waits_for_a_call(self) -> None:
        statuses = ["initiated", "in-progress", "in-progress", "failed"]
        script: list[Answer] = [(200, {}, {"status": status}) for status in statuses]
        self.answers(*script)
        seen: list[str] = []
        call = self.client.wait_for_call(1, interval=0, on_status=lambda one: seen.append(one["status"]))
        self.assertEqual((call["status"], seen), ("failed", ["initiated", "in-progress", "failed"]))
        self.answers((200, {}, {"status": "ringing"}))
        with self.assertRaises(RingbackError):
            self.client.wait_for_call(1, interval=0, timeout=0)

    def test_a_wait_outlives_an_outage_until_its_time_is_up(self) -> None:
        outages: list[Answer] = [(0, {}, {}), (502, {}, {})]
        for outage in outages:
            self.answers(*[outage] * 10, (200, {}, {"status": "completed"}))
            self.assertEqual(self.client.wait_for_call(1, interval=0)["status"], "completed")
        self.answers((502, {}, {}))
        with self.assertRaises(ApiError):
            self.client.wait_for_call(1, interval=0, timeout=0)
        self.answers((404, {}, {}))
        self.server.asked.clear()
        with self.assertRaises(ApiError):
            self.client.wait_for_call(1, interval=0)
        self.assertEqual(len(self.server.asked), 1)

    def test_refuses_what_no_header_can_carry_without_telling_it(self) -> None:
        for token in ("rb_sec\nret", "rb_secret…", " "):
            with self.assertRaises(ValueError) as caught:
                Ringback(self.server.url, token).get_current_user()
            self.assertNotIn("rb_sec", str(caught.exception))
        for key in ("order\n4711", ""):
            with self.assertRaises(ValueError) as caught:
                self.client.make_call({"phone_number": "+1", "assistant_id": 1}, idempotency_key=key)
            self.assertNotIn("4711", str(caught.exception))
        self.assertEqual(self.server.asked, [])
        Ringback(self.server.url, "rb_token\n").get_current_user()
        self.assertEqual(self.server.asked[0][2]["authorization"], "Bearer rb_token")

    def test_says_what_to_write_for_an_address(self) -> None:
        cases = {
            "calls.example.com/api": "does not begin with https:// or http://",
            "localhost:3000/api": "does not begin with https:// or http://",
            "file:///etc/passwd": "does not begin with https:// or http://",
            " ": "is empty",
            "https://calls.example.com /api": "has a space or a line break",
            '"https://calls.example.com/api"': "has quotes",
            "https:///": "is not a URL",
            "https://calls.example.com:port/api": "is not a URL",
            "https://[::1/api": "is not a URL",
            "https://ada:secret@calls.example.com/api": "has a user name or a password",
            "https://calls.example.com/api?token=secret": "has a ? or a #",
            "https://calls.example.com/api/api/": "ends with /api twice",
            "https://calls.example.com/api/user/me": "has the path of a request",
        }
        for address, problem in cases.items():
            with self.subTest(address), self.assertRaises(ValueError) as caught:
                Ringback(address, "t")
            self.assertIn(f"The address of the API {problem}", str(caught.exception))
            self.assertIn(": write it like https://calls.example.com/api", str(caught.exception))
            self.assertNotIn("secret", str(caught.exception))
        Ringback(f" {self.server.url}//\n", "rb_token").get_current_user()
        self.assertEqual(self.server.asked[0][1], "/api/user/me")

    def test_says_what_to_write_for_a_token(self) -> None:
        cases = {
            '"rb_secret"': "has quotes: write it without them",
            "rb_secret’": "has quotes: write it without them",
            "Bearer rb_secret": "is only what follows Bearer",
            "Authorization: Bearer rb_secret": "is only what follows Bearer",
            "rb_sec\nret": "has a space or a line break: paste it in one piece",
            "rb_secret…": "has characters that no token has",
            "": "is empty",
        }
        for token, problem in cases.items():
            with self.subTest(token), self.assertRaises(ValueError) as caught:
                Ringback(self.server.url, token).get_current_user()
            self.assertEqual(str(caught.exception), f"The access token {problem}")
        self.assertEqual(self.server.asked, [])

    def test_says_what_the_address_is_like_when_something_else_answers(self) -> None:
        for status, body in ((404, {"message": "Not Found"}), (404, "<html>"), (200, "<html>")):
            self.server.script = [(status, {}, body)]
            with self.subTest(status), self.assertRaises(ApiError) as caught:
                self.client.get_current_user()
            self.assertEqual(caught.exception.status, status)
            self.assertIn("the address of the API is like https://", str(caught.exception))
        self.server.script = [(404, {}, {"message": "Call not found"})]
        with self.assertRaises(ApiError) as caught:
            self.client.get_call(1)
        self.assertEqual(str(caught.exception), "Call not found")


class WebhookTest(unittest.TestCase):
    # https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, the libraries' test vector
    VECTOR = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    VECTOR_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    def test_accepts_the_vector_of_the_specification(self) -> None:
        event = verify_webhook(self.VECTOR, '{"test": 2432232314}', self.VECTOR_SECRET, now=1614265330)
        self.assertEqual(event, {"test": 2432232314})

    def test_accepts_any_secret_and_any_case_of_a_header(self) -> None:
        headers = {name.title(): value for name, value in sign_webhook("evt_1", b"{}", SECRET).items()}
        verify_webhook(headers, b"{}", ["whsec_b3RoZXI=", SECRET])

    def test_accepts_what_frameworks_have(self) -> None:
        signed = sign_webhook("evt_1", b"{}", SECRET)
        other = sign_webhook("evt_1", b"{}", "whsec_b3RoZXI=")["webhook-signature"]
        mine = signed["webhook-signature"]
        asgi = [(name.title().encode(), value.encode()) for name, value in signed.items()]
        cases: list[typing.Any] = [
            asgi,
            tuple(signed.items()),
            [("webhook-signature", other), *signed.items()],
            {name: [value] for name, value in signed.items()},
            {**signed, "webhook-signature": f"{other} {mine}"},
            {**signed, "webhook-signature": f"{other}, {mine}"},
            dict(signed, **{"webhook-signature": [other, mine]}),
        ]
        for headers in cases:
            with self.subTest(headers):
                self.assertEqual(verify_webhook(headers, b"{}", SECRET), {})
        bodies: list[typing.Any] = ["{}", bytearray(b"{}"), memoryview(b"{}")]
        for body in bodies:
            self.assertEqual(verify_webhook(signed, body, SECRET), {})

    def test_says_what_to_pass_for_a_parsed_body(self) -> None:
        headers = sign_webhook("evt_1", b"{}", SECRET)
        bodies: list[typing.Any] = [{}, [], None, 1, {"event": "call.completed"}]
        for body in bodies:
            with self.subTest(body), self.assertRaises(WebhookVerificationError) as caught:
                verify_webhook(headers, body, SECRET)
            self.assertIn("Pass the raw body as bytes or text", str(caught.exception))

    def test_refuses_everything_else(self) -> None:
        headers = sign_webhook("evt_1", b"{}", SECRET)
        old = sign_webhook("evt_1", b"{}", SECRET, now=1)
        cases: list[tuple[dict[str, str], bytes, str | list[str]]] = [
            (headers, b"{} ", SECRET),
            (headers, b"{}", "whsec_b3RoZXI="),
            (headers, b"{}", []),
            ({**headers, "webhook-id": "evt_2"}, b"{}", SECRET),
            ({**headers, "webhook-timestamp": "soon"}, b"{}", SECRET),
            ({**headers, "webhook-timestamp": "²"}, b"{}", SECRET),
            ({**headers, "webhook-timestamp": "1" * 5000}, b"{}", SECRET),
            ({**headers, "webhook-signature": "v2,x"}, b"{}", SECRET),
            ({}, b"{}", SECRET),
            (old, b"{}", SECRET),
        ]
        for given, body, secret in cases:
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(given, body, secret)

    def test_an_empty_secret_neither_signs_nor_verifies(self) -> None:
        now = str(int(time.time()))
        digest = hmac.new(b"", f"evt_1.{now}.{{}}".encode(), hashlib.sha256).digest()
        forged = {
            "webhook-id": "evt_1",
            "webhook-timestamp": now,
            "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
        }
        secrets: list[str | list[str]] = ["", "whsec_", [""], ["whsec_", SECRET]]
        for secret in secrets:
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(forged, b"{}", secret)
        with self.assertRaises(WebhookVerificationError):
            sign_webhook("evt_1", b"{}", "")


class TypesTest(unittest.TestCase):
    def test_every_type_and_signature_resolves(self) -> None:
        names = [name for name, one in vars(types).items() if typing.is_typeddict(one)]
        self.assertGreater(len(names), 60)
        for name in names:
            typing.get_type_hints(getattr(types, name))
        methods = inspect.getmembers(Operations, inspect.isfunction)
        self.assertGreater(len(methods), 35)
        for _, method in methods:
            typing.get_type_hints(method)

    def test_required_keys_are_those_of_the_document(self) -> None:
        self.assertEqual(types.MakeCallRequest.__required_keys__, {"phone_number", "assistant_id"})
        self.assertIn("variables", types.MakeCallRequest.__optional_keys__)


if __name__ == "__main__":
    unittest.main()
