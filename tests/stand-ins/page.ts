const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

/** Returns a stand-in's page with a notice at the top. It has no scripts. */
export function page(title: string, notice: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<p class="notice" role="note">${notice}</p>
<main>${main}</main>
</body>
</html>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2333; --quiet: #566079; --card: #fff; --ground: #f1f3f8; --line: #c5ccdb;
  --act: #4a3fd1; --on-act: #fff; --bad: #b3261e; --good: #17663a }
@media (prefers-color-scheme: dark) { :root { --ink: #eef0f7; --quiet: #aab3c8; --card: #1f2636; --ground: #141926;
  --line: #414c66; --act: #a9a2ff; --on-act: #141926; --bad: #ff9d94; --good: #7fdca5 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
.notice { margin: 0; padding: 10px 16px; background: #ffc940; color: #2b2100; text-align: center; font-weight: 600 }
main { max-width: 480px; margin: 32px auto; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 16px }
@media (max-width: 540px) { main { margin: 0; border: 0; border-radius: 0; padding: 24px 20px; min-height: 100vh } }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25 } h2 { margin: 28px 0 8px; font-size: 18px }
p { margin: 0 0 12px } .quiet { color: var(--quiet) } .price { font-size: 32px; font-weight: 700; margin: 8px 0 20px }
label { display: block; margin: 14px 0 4px; font-weight: 600 }
input { width: 100%; padding: 11px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 10px }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
button, .button { display: block; width: 100%; margin-top: 18px; padding: 12px; font: inherit; font-weight: 700; text-align: center;
  color: var(--on-act); background: var(--act); border: 2px solid var(--act); border-radius: 10px; cursor: pointer; text-decoration: none }
.plain { color: var(--act); background: transparent }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
a { color: var(--act) } .back { display: inline-block; margin-top: 20px }
.bad { color: var(--bad); font-weight: 600 } .good { color: var(--good); font-weight: 600 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 20px; margin: 0 } dt { color: var(--quiet) } dd { margin: 0; text-align: right }
ul { margin: 0; padding: 0; list-style: none } li { display: flex; justify-content: space-between; gap: 12px; padding: 10px 0; border-top: 1px solid var(--line) }`;
