import { ApiError } from "#domain/errors.ts";
import { fileSize, sizeProblem } from "#domain/file-size.ts";

/** A body may take `grace` milliseconds, and from then on has to have come at `rate` bytes a second. */
interface Pace {
  grace: number;
  rate: number;
}

/** As slow as a bad mobile network. */
const WANTED: Pace = { grace: 5_000, rate: 8 * 1024 };
/** For what nobody needs, which is read up to the largest body the edge lets through. */
const UNWANTED: Pace = { grace: 2_000, rate: 2 * 1024 * 1024 };
const LARGEST = 128 * 1024 * 1024;
/** A body that says it is no longer is read at once. */
const SMALL = 16 * 1024;

/** `size` is how long the body says it is; null where it does not. */
const tooLarge = (limit: number, size: number | null) =>
  new ApiError("too_large", {
    message:
      size === null
        ? `What you sent is too large. At most ${fileSize(limit)} are allowed.`
        : sizeProblem("What you sent", size, limit),
  });

/** Reads a body up to `limit` bytes; what is longer or comes too slowly is refused as soon as that shows. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const claimed = Number(request.headers.get("Content-Length") ?? 0);
  if (claimed > limit) throw tooLarge(limit, claimed);
  if (!request.body) return new Uint8Array();
  const told = Number(request.headers.get("Content-Length") ?? LARGEST);
  // What is small is small in whatever parts it comes.
  if (told <= SMALL)
    return new Uint8Array(
      await within(WANTED.grace + (told / WANTED.rate) * 1_000, request.arrayBuffer().catch(cutOff)),
    );
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request.body, WANTED)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit, null);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * Reads away what an early refusal left of the request's body. The runtime closes a connection whose body was not
 * read, and a client that is still sending then sees that instead of the answer.
 */
export async function drain({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  let size = 0;
  try {
    for await (const chunk of chunksOf(body, UNWANTED)) {
      size += chunk.byteLength;
      if (size > LARGEST) return;
    }
  } catch {
    // Who hung up or is too slow can't be told the answer any better than by giving it now.
  }
}

/**
 * A body's parts as they come; throws `too_slow`. Who stops early leaves the stream to be read on; one that was read to
 * its end, or is still being waited for (which the runtime does not let go of), stays locked.
 */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { grace, rate }: Pace,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const started = Date.now();
  let size = 0;
  let stoppedEarly = false;
  try {
    for (;;) {
      const due = started + grace + (size / rate) * 1_000;
      const { done, value } = await within(due - Date.now(), reader.read().catch(cutOff));
      if (done) return;
      size += value.byteLength;
      stoppedEarly = true;
      yield value;
      stoppedEarly = false;
    }
  } finally {
    if (stoppedEarly) reader.releaseLock();
  }
}

/** Nothing but its sender can make a body fail. */
function cutOff(): never {
  throw new ApiError("bad_body", { message: "The request's body broke off before its end." });
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError("too_slow")), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON object; an empty body counts as an empty object. */
export async function readJson(request: Request, limit: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\b/i.test(type)) {
    throw new ApiError("unsupported_body", { message: "Send the request's body as application/json." });
  }
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ApiError("bad_body", { message: "The request's body is not valid JSON." });
  }
  if (!isObject(value))
    throw new ApiError("bad_body", { message: "The request's body must be a JSON object." });
  return value;
}

/** Far more than any form has; reading each costs about as much as a small request. */
const MOST_PARTS = 50;

/** How many parts a multipart body has, counted no further than matters. */
function countParts(bytes: Uint8Array, type: string): number {
  const boundary = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (!mark) return 0;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = 0;
  for (let at = body.indexOf(`--${mark}`); at >= 0 && parts <= MOST_PARTS + 1; parts++) {
    at = body.indexOf(`--${mark}`, at + mark.length + 2);
  }
  // The last mark ends the form.
  return parts - 1;
}

/** The fields of a multipart form: text or files. A field sent twice counts once, the last. */
export async function readForm(request: Request, limit: number): Promise<Record<string, unknown>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new ApiError("unsupported_body", { message: "Send the request's body as multipart/form-data." });
  }
  const bytes = await readBytes(request, limit);
  if (countParts(bytes, type) > MOST_PARTS)
    throw new ApiError("bad_body", { message: `A form may have at most ${MOST_PARTS} fields.` });
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new ApiError("bad_body", { message: "The form could not be read." });
  }
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form.entries()) {
    // An empty file box is sent as a file without name and content.
    if (value instanceof File && value.size === 0 && !value.name) continue;
    fields[name] = value;
  }
  return fields;
}
