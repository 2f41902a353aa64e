import { fetchFromSite } from "../runtime.ts";

/** `worker/index.ts` for modules of worker tests that run in Node: the site itself. */
export default { fetch: fetchFromSite };
