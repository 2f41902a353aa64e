import { type Columns, Database, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { formatTime } from "#domain/time.ts";
import { isDeveloper } from "../http/developer.ts";
import type { HonoApp } from "../http/handle.ts";
import { escapeHtml } from "../pages/html.ts";

/** The local outbox: the latest mails with clickable links. Only for developers. */
export function mailRoutes(app: HonoApp): void {
  app.get("/dev/outbox", async (c) => {
    if (!isDeveloper(c.req.raw, c.env)) throw new ApiError("not_found");
    const mails = await new Database(c.env.DB).all(
      statement<Columns<"mails", "recipient" | "subject" | "body" | "created_at">>`select recipient, subject,
        body, created_at from mails order by id desc limit 50`,
    );
    const linkUrls = (body: string) =>
      escapeHtml(body).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
    const items = mails.map(
      ({ recipient, subject, body, created_at }) => `<article><h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(recipient)}, ${formatTime(created_at)} UTC</p><pre>${linkUrls(body)}</pre></article>`,
    );
    return c.html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/static/outbox.css"></head>
<body><main><h1>Outbox</h1><p>Emails this site would have sent. Nothing leaves this computer.</p>
${items.join("\n") || "<p>No mail yet.</p>"}</main></body></html>`);
  });
}
