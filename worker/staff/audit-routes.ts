import { auditRoute, grantListRoute } from "#domain/staff/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pathAndQuery } from "../http/path.ts";
import { readAuditLog } from "./audit-query.ts";
import { presentAuditEntry } from "./present.ts";

/** Returns the URL of the next page: the same query, for entries older than `id`. */
function nextPageUrl(request: Request, id: number | null): string | null {
  if (id === null) return null;
  const [path, query = ""] = pathAndQuery(request.url).split("?", 2);
  const others = query.split("&").filter((part) => part && !part.startsWith("before="));
  return `${path}?${[...others, `before=${id}`].join("&")}`;
}

const NO_FILTERS = {
  actor: "",
  action: "",
  subject_type: "",
  subject: "",
  from: "",
  until: "",
  search: "",
  before: "",
} as const;
const MAX_GRANTS = 25;

export function auditRoutes(app: HonoApp): void {
  handle(app, auditRoute, async ({ input, gate, viewer, request, now }) => {
    const { rows, next } = await readAuditLog(gate, input);
    return {
      data: rows.map((row) => presentAuditEntry(row, viewer, now)),
      links: { next: nextPageUrl(request, next) },
    };
  });

  handle(app, grantListRoute, async ({ gate, viewer, now }) => {
    const { rows } = await readAuditLog(gate, { ...NO_FILTERS, action: "user.grant" }, MAX_GRANTS);
    return { data: rows.map((row) => presentAuditEntry(row, viewer, now)), links: { next: null } };
  });
}
