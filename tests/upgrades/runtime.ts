import type { Traffic } from "#scripts/chaos/upgrade/pairing.ts";
import type { Site } from "#scripts/site/site.ts";

export const traffic: Traffic = { requests: 0, failures: [] };

interface Runtime {
  env: Record<string, unknown>;
  site: Pick<Site, "dispatch"> | null;
}

/** The bindings and the site for modules of worker tests that run in Node. Set before the first of them is imported. */
export const runtime: Runtime = { env: {}, site: null };

/** Sends a request of a worker test to the site over HTTP, and counts the response. */
export async function fetchFromSite(request: Request): Promise<Response> {
  if (!runtime.site) throw new Error("The site hasn't started.");
  const { method, url } = request;
  const name = `${method} ${new URL(url).pathname}`;
  traffic.requests++;
  const body = method === "GET" ? null : new Uint8Array(await request.arrayBuffer());
  let response: Awaited<ReturnType<Site["dispatch"]>>;
  try {
    const headers = Object.fromEntries(request.headers);
    response = await runtime.site.dispatch(url, {
      method,
      headers,
      redirect: "manual",
      ...(body?.length && { body }),
    });
  } catch (error) {
    traffic.failures.push(`${name}: ${String(error).slice(0, 500)}`);
    throw error;
  }
  const { status } = response;
  if (status >= 500)
    traffic.failures.push(`${name}: ${status} ${(await response.clone().text()).slice(0, 500)}`);
  return response as unknown as Response;
}
