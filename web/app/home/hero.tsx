import { useEffect, useState } from "react";
import { Link } from "react-router";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { heroText } from "#web/text/home.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { City } from "./city.tsx";

const OUTFIT_MS = 4_000;

/** Steps through the show outfits, unless less motion is wished for. */
function useOutfit() {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = window.setInterval(() => setAt((n) => (n + 1) % SHOW_OUTFITS.length), OUTFIT_MS);
    return () => window.clearInterval(timer);
  }, []);
  return SHOW_OUTFITS[at];
}

/** The live twin of `heroMarkup` (domain/home/hero.ts): the same elements in the same places. */
export function Hero() {
  return (
    <div className="hero">
      <City />
      <div className="hero-row">
        <div className="hero-words">
          <h1>{heroText.title}</h1>
          <p>{heroText.text}</p>
          <p className="hero-acts">
            <Link className="hero-cta" to="/register">
              {heroText.signUp}
            </Link>{" "}
            <Link className="hero-look" to="/levels">
              {heroText.look}
            </Link>
          </p>
        </div>
        <div className="hero-bopi">
          <Bopi colors={useOutfit()} alive />
        </div>
      </div>
    </div>
  );
}
