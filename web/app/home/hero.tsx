import { useEffect, useState } from "react";
import { Link } from "react-router";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { heroText } from "#web/text/home.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { City } from "./city.tsx";

const OUTFIT_MS = 4_000;

/** Cycles through the show outfits, unless the user prefers reduced motion. */
function useOutfit() {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = window.setInterval(() => setIndex((n) => (n + 1) % SHOW_OUTFITS.length), OUTFIT_MS);
    return () => window.clearInterval(timer);
  }, []);
  return SHOW_OUTFITS[index];
}

/** The React version of `heroMarkup` (domain/home/hero.ts), with the same elements in the same places. */
export function Hero() {
  return (
    <div className="hero">
      <City />
      <div className="hero-row">
        <div className="hero-words">
          <h1>{heroText.title}</h1>
          <p>{heroText.text}</p>
          <p className="hero-actions">
            <Link className="hero-cta" to="/register">
              {heroText.signUp}
            </Link>{" "}
            <Link className="hero-look" to="/levels">
              {heroText.browse}
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
