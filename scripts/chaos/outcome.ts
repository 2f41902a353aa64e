/**
 * The outcome for a visitor. `refused` is a 503 with `Retry-After` and the usual error, `missing` a 404; `wrong` is anything that no
 * visitor must see.
 */
export interface Outcome {
  verdict: "served" | "refused" | "missing" | "wrong";
  detail: string;
}

/** Checks a response and its body. */
export function outcomeOf(
  { status, headers }: Pick<Response, "status" | "headers">,
  text: string,
  isPage: boolean,
): Outcome {
  if (status === 200 || status === 201) return { verdict: "served", detail: String(status) };
  const problem = (reason: string) =>
    ({ verdict: "wrong", detail: `${reason}: ${status} ${text.slice(0, 120)}` }) as const;
  let code = "a page";
  if (isPage) {
    if (!headers.get("Content-Type")?.startsWith("text/html")) return problem("not a page");
  } else {
    try {
      const body = JSON.parse(text) as { message?: unknown; code?: unknown };
      if (typeof body.message !== "string" || typeof body.code !== "string")
        return problem("not the usual error");
      code = body.code;
    } catch {
      return problem("not JSON");
    }
  }
  // Failures of other companies' services are conflicts with their own message.
  if (code === "billing_failed") return { verdict: "refused", detail: code };
  if (status === 404) return { verdict: "missing", detail: "404" };
  if (status !== 503) return problem("an unexpected status");
  if (!(Number(headers.get("Retry-After")) > 0)) return problem("no Retry-After");
  return { verdict: "refused", detail: `503 ${code}` };
}
