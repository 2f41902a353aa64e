import { deviceName } from "#domain/auth/device-name.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; K)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)";
const CHROMIUM = "AppleWebKit/537.36 (KHTML, like Gecko)";
const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("the device name of a user agent", () => {
  test.each([
    [`${WINDOWS} ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36`, "Chrome on Windows"],
    [`${WINDOWS} ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, "Edge on Windows"],
    [`${WINDOWS} ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, "Opera on Windows"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0",
      "Firefox on Windows",
    ],
    [`${LINUX}; rv:133.0) Gecko/20100101 Firefox/133.0`, "Firefox on Linux"],
    [`${LINUX}) ${CHROMIUM} HeadlessChrome/131.0.0.0 Safari/537.36`, "Chrome on Linux"],
    [`${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`, "Safari on macOS"],
    [`${MAC} ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36`, "Chrome on macOS"],
    [`${ANDROID} ${CHROMIUM} Chrome/131.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
    [`${ANDROID} ${CHROMIUM} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`, "Edge on Android"],
    ["Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Firefox on Android"],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${CHROMIUM} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      "Samsung Internet on Android",
    ],
    [`${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari on iOS"],
    [`${IPHONE} ${WEBKIT} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, "Chrome on iOS"],
    [`${IPHONE} ${WEBKIT} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iOS"],
    [`${IPHONE} ${WEBKIT} Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`, "Edge on iOS"],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Chrome/131.0.0.0 Safari/537.36`,
      "Chrome on ChromeOS",
    ],
    ["curl/8.5.0", "Unknown browser"],
    ["", "Unknown browser"],
    ["<script>alert(1)</script>", "Unknown browser"],
    ["Mozilla/5.0 (Windows NT 10.0)", "Unknown browser on Windows"],
    ["Firefox/133.0", "Firefox"],
  ])("%s", (agent, name) => expect(deviceName(agent)).toBe(name));
});
