import type * as z from "zod/mini";
import type { $ZodIssue } from "zod/v4/core";
import { ApiError, type FieldErrors } from "#domain/errors.ts";
import { formatFileSize, sizeProblem } from "#domain/file-size.ts";

/** Any speed for `grace` milliseconds; after that, an average of `rate` bytes per second. */
interface Pace {
  grace: number;
  rate: number;
}

/** As slow as a bad mobile network. */
const READ_PACE: Pace = { grace: 5_000, rate: 8 * 1024 };
/** For bodies that are only drained, up to the largest size that the edge accepts. */
const DRAIN_PACE: Pace = { grace: 2_000, rate: 2 * 1024 * 1024 };
const MAX_DRAINED_BYTES = 128 * 1024 * 1024;
/** A body that declares at most this length is read in one call. */
const SMALL_BODY_BYTES = 16 * 1024;

/** `size` is the declared length, or null if the request declares none. */
const tooLarge = (limit: number, size: number | null) =>
  new ApiError("too_large", {
    message:
      size === null
        ? `What you sent is too large. The limit is ${formatFileSize(limit)}.`
        : sizeProblem("What you sent", size, limit),
  });

/** Reads a body of up to `limit` bytes. Throws `too_large` or `too_slow` as soon as either is certain. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > limit) throw tooLarge(limit, declared);
  if (!request.body) return new Uint8Array();
  const length = Number(request.headers.get("Content-Length") ?? MAX_DRAINED_BYTES);
  // A small body needs no size check per chunk.
  if (length <= SMALL_BODY_BYTES)
    return new Uint8Array(
      await withTimeout(
        READ_PACE.grace + (length / READ_PACE.rate) * 1_000,
        request.arrayBuffer().catch(throwCutOff),
      ),
    );
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request.body, READ_PACE)) {
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

/** Reads the rest of a body after an early error, or the client sees a closed connection instead. */
export async function drainBody({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  let size = 0;
  try {
    for await (const chunk of chunksOf(body, DRAIN_PACE)) {
      size += chunk.byteLength;
      if (size > MAX_DRAINED_BYTES) return;
    }
  } catch {
    // The client disconnected or is too slow: responding now is the best we can do.
  }
}

/** Yields chunks as they arrive; throws `too_slow`. Stopped early, it leaves the stream readable. */
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
      const { done, value } = await withTimeout(due - Date.now(), reader.read().catch(throwCutOff));
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

/** A body can only fail because its sender aborted it. */
function throwCutOff(): never {
  throw new ApiError("bad_body", { message: "The request's body ended too early." });
}

async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
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

/** Parses a JSON object; an empty body counts as an empty object. */
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
    throw new ApiError("bad_body", { message: "The request's body isn't valid JSON." });
  }
  if (!isObject(value))
    throw new ApiError("bad_body", { message: "The request's body must be a JSON object." });
  return value;
}

/** Far more fields than any form has. Reading each one costs about as much as a small request. */
const MAX_FORM_PARTS = 50;

/** Counts the parts of a multipart body, stopping once the limit is exceeded. */
function countParts(bytes: Uint8Array, type: string): number {
  const boundary = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  const separator = boundary?.[1] ?? boundary?.[2];
  if (!separator) return 0;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = 0;
  for (let at = body.indexOf(`--${separator}`); at >= 0 && parts <= MAX_FORM_PARTS + 1; parts++) {
    at = body.indexOf(`--${separator}`, at + separator.length + 2);
  }
  // The last boundary ends the form.
  return parts - 1;
}

/** Parses a multipart form into text and file fields. If a field is sent twice, the last one counts. */
export async function readForm(request: Request, limit: number): Promise<Record<string, unknown>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new ApiError("unsupported_body", { message: "Send the request's body as multipart/form-data." });
  }
  const bytes = await readBytes(request, limit);
  if (countParts(bytes, type) > MAX_FORM_PARTS)
    throw new ApiError("bad_body", { message: `A form can have at most ${MAX_FORM_PARTS} fields.` });
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new ApiError("bad_body", { message: "The form couldn't be read." });
  }
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form.entries()) {
    // Browsers send an empty file input as a file without name or content.
    if (value instanceof File && value.size === 0 && !value.name) continue;
    fields[name] = value;
  }
  return fields;
}

/** Validates input against its schema. Throws a 422 with every problem at its field. */
export function parseInput<S extends z.ZodMiniType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data as z.output<S>;
  throw invalid(parsed.error.issues);
}

/** A 422 with every problem at its field; the first one is the message. */
function invalid(issues: readonly $ZodIssue[]): ApiError {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? "form");
    errors[field] = [...new Set([...(errors[field] ?? []), issue.message])];
  }
  const message = issues[0]?.message;
  return new ApiError("invalid", { errors, ...(message && { message }) });
}
