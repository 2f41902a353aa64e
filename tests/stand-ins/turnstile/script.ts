/** The part of api.js that the site uses: render, reset and remove of a widget, whose frame says when somebody is a person. */
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
  const address = ({ sitekey, action = "" }) =>
    base + "/stand-in/frame?" + new URLSearchParams({ sitekey, action, again: String(Math.random()) });
  window.turnstile = {
    render(place, options) {
      const frame = document.createElement("iframe");
      frame.title = "Widget containing a Cloudflare security challenge";
      frame.width = "300";
      frame.height = "65";
      frame.src = address(options);
      place.append(frame);
      const id = "cf-chl-widget-" + widgets.size;
      widgets.set(id, { frame, options });
      return id;
    },
    reset(id) {
      const { frame, options } = widgets.get(id);
      frame.src = address(options);
    },
    remove(id) {
      widgets.get(id)?.frame.remove();
      widgets.delete(id);
    },
  };
})();`;
