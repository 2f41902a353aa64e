import { auditRoute, grantListRoute } from "#domain/staff/api.ts";
import { type App, handle } from "../http/handle.ts";
import { pathAndQuery } from "../http/path.ts";
import { readAudit } from "./audit-query.ts";
import { presentEntry } from "./present.ts";

/** The address of what is older than an entry, asked for as before. */
function nextOf(request: Request, id: number | null): string | null {
  if (id === null) return null;
  const [path, query = ""] = pathAndQuery(request.url).split("?", 2);
  const others = query.split("&").filter((part) => part && !part.startsWith("before="));
  return `${path}?${[...others, `before=${id}`].join("&")}`;
}

const NOTHING = {
  actor: "",
  action: "",
  subject_type: "",
  subject: "",
  from: "",
  until: "",
  search: "",
  before: "",
} as const;
const GRANTS = 25;

export function auditRoutes(app: App): void {
  handle(app, auditRoute, async ({ input, gate, request, now }) => {
    const { rows, next } = await readAudit(gate, input);
    return { data: rows.map((row) => presentEntry(row, now)), links: { next: nextOf(request, next) } };
  });

  handle(app, grantListRoute, async ({ gate, now }) => {
    const { rows } = await readAudit(gate, { ...NOTHING, action: "user.grant" }, GRANTS);
    return { data: rows.map((row) => presentEntry(row, now)), links: { next: null } };
  });
}
