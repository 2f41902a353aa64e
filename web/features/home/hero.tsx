import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { LookToken } from "#domain/avatar/look-url.ts";
import { lookUrl } from "#domain/avatar/look-url.ts";
import { HERO_PICTURE, HERO_SWATCHES } from "#domain/home/hero.ts";
import type { StarterItem } from "#domain/starter/api.ts";
import { City } from "#web/components/city.tsx";
import { listen } from "#web/lib/listen.ts";
import { readVisitorLook, saveVisitorLook } from "#web/lib/visitor-look.ts";
import { loadChunk, toastLoadError } from "#web/ui/chunks.ts";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import { heroText } from "./text/home.ts";

const HeroPreview = lazy(() => import("./hero-preview.tsx"));

type Dressing = typeof import("./toggle-item.ts");

const importDressing = (): Promise<Dressing> => import("./toggle-item.ts");

/** Events of a visitor who comes near the bopi. */
const APPROACHES = "pointerenter pointerdown focusin";

/** The items of a look, from its token. */
const itemsOf = (token: LookToken): number[] =>
  token
    .split(".")
    .slice(1)
    .map((item) => Number.parseInt(item.slice(1), 36));

export interface HeroProps {
  starters: readonly StarterItem[];
  /** The look that the bopi starts with. */
  look: LookToken;
}

/** The React version of `heroMarkup` (domain/home/hero-markup.ts), with the same elements in the same places. */
export function Hero({ starters, look: start }: HeroProps) {
  const [look, setLook] = useState(() => readVisitorLook() ?? start);
  const [hops, setHops] = useState(0);
  const [dressing, setDressing] = useState<Dressing>();
  const [failed, setFailed] = useState(false);
  const dress = useRef<HTMLDivElement>(null);
  /** Loads what changes a look, at the latest with the first press. Undefined if that fails; the next press tries again. */
  const load = useCallback(async (): Promise<Dressing | undefined> => {
    const loaded = await loadChunk(importDressing).catch(() => undefined);
    setDressing(loaded);
    return loaded;
  }, []);
  useEffect(() => listen(dress.current, APPROACHES, () => void load(), { once: true }), [load]);
  // Presses can come faster than what they need loads, so each starts from the look of the one before.
  const newest = useRef(look);
  const change = async (next: (dressing: Dressing, look: LookToken) => LookToken) => {
    const loaded = await load();
    if (!loaded) return void toastLoadError();
    newest.current = next(loaded, newest.current);
    saveVisitorLook(newest.current);
    setLook(newest.current);
    setHops((count) => count + 1);
  };
  const toggle = (item: StarterItem) => void change((loaded, old) => loaded.toggleItem(old, starters, item));
  const paint = (color: string) => void change((loaded, old) => loaded.paintSkin(old, starters, color));
  const equipped = itemsOf(look);
  const skin = dressing?.skinOf(look);
  const picture = lookUrl(look, HERO_PICTURE);
  const still = (
    <img
      key={hops}
      className={hops > 0 ? "hero-hop" : undefined}
      src={picture}
      width={512}
      height={512}
      fetchPriority="high"
      alt={heroText.picture}
    />
  );
  return (
    <div className="hero">
      <City />
      <div className="hero-row">
        <div className="hero-words">
          <h1>{heroText.title}</h1>
          <p>{heroText.text}</p>
          <p className="hero-actions">
            <Link className="hero-cta" to="/register" onClick={() => saveVisitorLook(look)}>
              {heroText.signUp}
            </Link>{" "}
            <Link className="hero-look" to="/levels">
              {heroText.browse}
            </Link>
          </p>
        </div>
        <div className="hero-dress" ref={dress}>
          <div className="hero-bopi">
            {dressing && !failed ? (
              <SilentErrorBoundary onFail={() => setFailed(true)}>
                <Suspense fallback={still}>
                  <HeroPreview look={look} starters={starters} hops={hops} picture={picture} />
                </Suspense>
              </SilentErrorBoundary>
            ) : (
              still
            )}
          </div>
          <div className="hero-rack">
            <p>{heroText.rack}</p>
            <div className="hero-items">
              {starters.map((item) => (
                <button
                  key={item.id}
                  type="button"
                  className="hero-item"
                  aria-label={item.name}
                  aria-pressed={equipped.includes(item.id)}
                  title={item.name}
                  onClick={() => toggle(item)}
                >
                  <img src={item.thumbnail_url} width={48} height={48} loading="lazy" alt="" />
                </button>
              ))}
            </div>
            <div className="hero-colors">
              {HERO_SWATCHES.map((color) => (
                <button
                  key={color}
                  type="button"
                  className="hero-swatch"
                  aria-label={heroText.color(color)}
                  aria-pressed={skin === color}
                  onClick={() => paint(color)}
                />
              ))}
              <label className="hero-swatch hero-wheel" title={heroText.anyColor}>
                <input
                  type="color"
                  className="sr-only"
                  aria-label={heroText.anyColor}
                  value={`#${(skin ?? HERO_SWATCHES[0]).toLowerCase()}`}
                  onChange={({ target }) => paint(target.value.slice(1).toUpperCase())}
                />
              </label>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
