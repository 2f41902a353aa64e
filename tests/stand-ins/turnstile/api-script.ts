/** The part of Turnstile's api.js that the site uses: render, reset and remove. The frame posts the token to the page. */
export const API_SCRIPT = `(() => {
  const base = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  addEventListener("message", ({ source, data }) => {
    for (const { frame, options } of widgets.values()) {
      if (frame.contentWindow !== source) continue;
      if (data.turnstile) options.callback?.(data.turnstile);
      if (data.turnstileError) options["error-callback"]?.(data.turnstileError);
    }
  });
  const frameUrl = ({ sitekey, action = "" }) =>
    base + "/stand-in/frame?" + new URLSearchParams({ sitekey, action, again: String(Math.random()) });
  window.turnstile = {
    render(place, options) {
      const frame = document.createElement("iframe");
      frame.title = "Widget containing a Cloudflare security challenge";
      frame.width = "300";
      frame.height = "65";
      frame.src = frameUrl(options);
      place.append(frame);
      const id = "cf-chl-widget-" + widgets.size;
      widgets.set(id, { frame, options });
      return id;
    },
    reset(id) {
      const { frame, options } = widgets.get(id);
      frame.src = frameUrl(options);
    },
    remove(id) {
      widgets.get(id)?.frame.remove();
      widgets.delete(id);
    },
  };
})();`;
