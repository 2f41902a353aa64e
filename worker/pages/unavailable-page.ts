import { SITE } from "#domain/site.ts";
import { escapeHtml } from "./html.ts";

/** The page for browsers while the site can't respond. It needs no binding and reloads itself. */
export const unavailablePage = (message: string, retrySeconds: number): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>Back soon · ${escapeHtml(SITE.name)}</title>
<link rel="stylesheet" href="/static/offline.css">
<main>
<h1>We'll be right back</h1>
<p>${escapeHtml(message)}</p>
<p>This page tries again by itself.</p>
</main>
</html>
`;
