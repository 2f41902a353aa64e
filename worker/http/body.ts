import { Refusal } from "#domain/errors.ts";

/** Reads a body up to `limit` bytes; what is longer is refused as soon as that shows. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) throw new Refusal("too_large");
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw new Refusal("too_large");
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON object; an empty body counts as an empty object. */
export async function readJson(request: Request, limit: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal("unsupported_body", { message: "Send the request's body as application/json." });
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new Refusal("bad_body", { message: "The request's body is not valid JSON." });
  }
  if (!isObject(value))
    throw new Refusal("bad_body", { message: "The request's body must be a JSON object." });
  return value;
}

/** The fields of a multipart form: text or files. A field sent twice counts once, the last. */
export async function readForm(request: Request, limit: number): Promise<Record<string, unknown>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new Refusal("unsupported_body", { message: "Send the request's body as multipart/form-data." });
  }
  const bytes = await readBytes(request, limit);
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Refusal("bad_body", { message: "The form could not be read." });
  }
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form.entries()) {
    // An empty file box is sent as a file without name and content.
    if (value instanceof File && value.size === 0 && !value.name) continue;
    fields[name] = value;
  }
  return fields;
}
