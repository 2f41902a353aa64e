interface Env {
  DB: D1Database;
  /** The built index.html, to embed the rows in. */
  TEMPLATE?: string;
}

/** One statement with the columns of a page of level cards, along one index. */
const PAGE = `
  with page as (select id from levels where visibility = 'public' and category = ''
    order by playing_count desc, id desc limit 20)
  select l.id, l.title, l.category, l.visibility, l.thumbnail, l.playing_count,
    u.id as u_id, u.username as u_username, u.xp as u_xp, u.gold_until as u_gold_until, u.colors as u_colors,
    e.short_name as event_name, e.highlight_color as event_color, e.starts_at as event_starts, e.ends_at as event_ends,
    c.name as challenge_name, c.starts_at as challenge_starts, c.ends_at as challenge_ends
  from page p cross join levels l on l.id = p.id cross join users u on u.id = l.user_id
    left join events e on e.id = l.event_id left join challenges c on c.id = l.challenge_id`;

let halves: string[] | undefined;

/** One raw D1 select of twenty rows, returned as JSON or in a page. */
const select = {
  async fetch(_request: Request, { DB, TEMPLATE }: Env): Promise<Response> {
    const { results } = await DB.prepare(PAGE).all();
    if (!TEMPLATE) return Response.json(results);
    halves ??= TEMPLATE.split("<!--data-->");
    const data = JSON.stringify(results).replace(/</g, "\\u003c");
    const html = `${halves[0]}<script type="application/json">${data}</script>${halves[1]}`;
    return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  },
};

export default select;
