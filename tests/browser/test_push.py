"""Browser tests of notifications: the switch, and the worker that shows what comes.

No push service can be reached from a test, so the browser's subscription is made up here, with real keys; messages are
handed to the real worker by the debugger. A browser without windows shows no notifications: what the worker asks it to
show is kept. tests/server/test_push.py has the way of a message to a push service.
"""

import json

import pytest
from playwright.sync_api import expect

from lusory.server.push.encryption import encode, new_key, point_of, private_key
from tests.browser.test_accounts import sign_up
from tests.browser.visitor import POLL, WAIT, Visitor
from tests.server.running_server import Server

BROWSER = encode(point_of(private_key(new_key())))
SUBSCRIPTIONS = """
let made = null;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  if (atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/")).length !== 65) throw new Error("not a key");
  const keys = { p256dh: "%s", auth: "AAAAAAAAAAAAAAAAAAAAAA" };
  return made = { endpoint: "https://localhost/x", toJSON: () => ({ endpoint: "https://localhost/x", keys }),
    unsubscribe: async () => { made = null; return true; } };
};
"""

SHOWN = """() => {
  self.shown = [];
  registration.showNotification = async (title, { body, tag }) => { shown.push([title, body, tag]); };
}"""


@pytest.fixture
def club(tmp_path):
    server = Server(tmp_path, limits={"LUSORY_SERVE_WEBHOOK_HOSTS": "localhost"})
    yield server
    server.stop()


def test_a_browser_is_switched_on_told_and_switched_off(club, browser):
    visitor = Visitor(browser, club.url, wide=320)
    visitor.context.grant_permissions(["notifications"])
    visitor.page.add_init_script(SUBSCRIPTIONS % BROWSER)
    sign_up(visitor, "Ada")
    expect(visitor.page.get_by_role("button", name="Turn on notifications in this browser")).to_have_attribute(
        "aria-pressed", "false"
    )
    visitor.page.get_by_role("button", name="Turn on notifications in this browser").press("Enter")
    expect(visitor.page.locator("#done")).to_have_text("Notifications are on in this browser.")
    pressed = visitor.page.get_by_role("button", name="Turn off notifications in this browser")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    visitor.axe()
    worker = (visitor.context.service_workers or [visitor.context.wait_for_event("serviceworker")])[0]
    worker.evaluate(SHOWN)
    deliver(visitor, club.url, {"title": "Susan", "body": "It is your turn.", "link": f"{club.url}/t/x", "tag": "x"})
    for _ in range(WAIT // POLL):
        if notice := worker.evaluate("shown"):
            break
        visitor.page.wait_for_timeout(POLL)
    assert notice == [["Susan", "It is your turn.", "x"]]
    pressed.click()
    expect(visitor.page.locator("#done")).to_have_text("Notifications are off in this browser.")
    assert visitor.page.evaluate("fetch('/api/account/push').then((a) => a.json())")["browsers"] == []
    visitor.leave()


def deliver(visitor, url, message):
    """Hand a message to the worker, as the browser does when it has read one."""
    session, ids = visitor.context.new_cdp_session(visitor.page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda e: ids.extend(e["registrations"]))
    session.send("ServiceWorker.enable")
    while not ids:
        visitor.page.wait_for_timeout(20)
    data = {"origin": url, "registrationId": ids[0]["registrationId"], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", data)


def test_a_browser_that_may_not_notify_says_so(club, browser):
    visitor = Visitor(browser, club.url, locale="de-DE")
    visitor.page.add_init_script("Notification.requestPermission = async () => 'denied';")
    visitor.go("/sign-in")
    visitor.page.evaluate(
        """fetch("/api/accounts", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ id: "Bo", password: "correct horse 7" }) })"""
    )
    visitor.go("/account")
    visitor.page.get_by_role("button", name="Benachrichtigungen in diesem Browser einschalten").click()
    expect(visitor.page.locator("#fault")).to_contain_text("blockiert Benachrichtigungen dieser Seite")
    visitor.leave()
