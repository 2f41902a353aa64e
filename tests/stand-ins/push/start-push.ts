import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import {
  type StandIn,
  type StandInOptions,
  type StandInRequest,
  type StandInResponse,
  startServer,
} from "../server.ts";

/** A simulated browser: the keys of its subscription and what it received. */
interface SimulatedBrowser {
  ecdh: ECDH;
  auth: Buffer;
  /** The response to the next messages. */
  status: number;
  received: object[];
}

/**
 * Starts a server that is a push service and its browsers. As a service it verifies the sender's signature (RFC 8292) and the
 * headers of RFC 8030; as a browser it decrypts the message with its own keys (RFC 8291).
 */
export async function startPush({ port }: StandInOptions): Promise<StandIn> {
  const browsers = new Map<string, SimulatedBrowser>();
  const server = await startServer(port, (request) => handleRequest(browsers, server.url, request));
  return {
    url: server.url,
    vars: { PUSH_STAND_IN: server.url },
    setSiteUrl: () => undefined,
    stop: () => server.stop(),
  };
}

function handleRequest(
  browsers: Map<string, SimulatedBrowser>,
  url: string,
  request: StandInRequest,
): StandInResponse {
  const { method, path } = request;
  if (method === "POST" && path === "/stand-in/browsers") return addBrowser(browsers, url);
  const [, kind, id = ""] = /^\/(stand-in\/browsers|send)\/([\w-]+)$/.exec(path) ?? [];
  const browser = browsers.get(id);
  if (!browser) return { status: 404 };
  if (kind === "send") return method === "POST" ? receive(browser, url, request) : { status: 405 };
  if (method === "POST") browser.status = Number(request.body);
  return { body: browser.received };
}

function addBrowser(browsers: Map<string, SimulatedBrowser>, url: string): StandInResponse {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const id = randomBytes(12).toString("base64url");
  const browser = { ecdh, auth: randomBytes(16), status: 201, received: [] };
  browsers.set(id, browser);
  const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: browser.auth.toString("base64url") };
  return { status: 201, body: { endpoint: `${url}/send/${id}`, ...keys } };
}

function receive(browser: SimulatedBrowser, url: string, request: StandInRequest): StandInResponse {
  if (!isSigned(request.header("authorization") ?? "", url)) return { status: 403 };
  const [ttl = "", urgency = "", topic = ""] = ["ttl", "urgency", "topic"].map((name) =>
    request.header(name),
  );
  const isComplete =
    /^\d+$/.test(ttl) &&
    /^(very-low|low|normal|high)$/.test(urgency) &&
    /^[\w-]{1,32}$/.test(topic) &&
    request.header("content-encoding") === "aes128gcm";
  if (!isComplete) return { status: 400 };
  if (browser.status !== 201) return { status: browser.status };
  const message = JSON.parse(decrypt(browser, Buffer.from(request.bytes))) as object;
  browser.received.push({ message, ttl, urgency, topic });
  return { status: 201 };
}

/** Whether the header has a valid token for this service, signed with the key that it names. */
function isSigned(header: string, url: string): boolean {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } } as Parameters<
    typeof createPublicKey
  >[0]);
  const isValid = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}") as Record<
    string,
    unknown
  >;
  const seconds = Date.now() / 1000;
  const isCurrent = Number(exp) > seconds && Number(exp) <= seconds + 24 * 60 * 60;
  return isValid && aud === url && isCurrent && /^(mailto:|https:)/.test(String(sub));
}

function decrypt({ ecdh, auth }: SimulatedBrowser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
  const encrypted = body.subarray(21 + idLength);
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(encrypted.subarray(-16));
  const text = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  // The last byte that isn't padding marks the last record.
  return text.subarray(0, text.lastIndexOf(2)).toString("utf8");
}
