import type { DiscordPerson } from "./people.ts";

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)?.toString() ?? ""};`);

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>
  body { max-width: 420px; margin: 48px auto; padding: 0 16px; background: #2b2d42; color: #fff;
    font: 16px/1.5 system-ui, sans-serif }
  strong { display: block; padding: 12px 16px; border-radius: 8px; background: #ffd166; color: #222 }
  form { display: grid; gap: 12px }
  button { min-height: 48px; border: 0; border-radius: 8px; background: #5865f2; color: #fff; font: inherit }
  button[name=cancel] { background: #4a4e69 }
</style>
<strong>Test mode: this page simulates Discord. The people are made up.</strong>
${body}
</html>`;

/** Lets the user choose a person and authorize the site. The form posts to the page's own URL. */
export const authorizePage = (people: readonly DiscordPerson[], scopes: readonly string[]): string =>
  page(
    "Authorize (stand-in)",
    `<h1>Link a Discord account</h1>
<p>The site requests: ${scopes.map(escapeHtml).join(", ")}.</p>
<form method="post">
${people
  .map(
    ({ id, username, global_name }) =>
      `<button name="person" value="${id}">Authorize as ${escapeHtml(global_name ?? username)}</button>`,
  )
  .join("\n")}
<button name="cancel" value="1">Cancel</button>
</form>`,
  );

export const problemPage = (problem: string): string =>
  page("Not authorized (stand-in)", `<h1>This can't be authorized</h1><p>${escapeHtml(problem)}</p>`);
