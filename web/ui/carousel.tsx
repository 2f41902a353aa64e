import { ChevronLeft, ChevronRight } from "lucide-react";
import { Children, type ReactNode, useEffect, useRef, useState } from "react";
import { usePainted } from "#web/lib/painted.ts";
import { uiText } from "#web/text/ui.ts";
import styles from "./carousel.module.css";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";

/** As many cards as are in sight at once. */
const IN_SIGHT = 5;

/** Whether the strip of `count` cards can move either way, kept true while it scrolls or changes size. */
function useEnds(count: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ back: false, on: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another card makes the strip longer
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      setEnds({ back: element.scrollLeft > 8, on: rest > 8 });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [count]);
  return { strip, ends };
}

/** Cards in a row that scrolls: 2 at a time on phones, 3 from 480 px, 5 from 768 px. */
export function Carousel({ label, children }: { label: string; children: ReactNode }) {
  const all = Children.toArray(children);
  const cards = usePainted() ? all : all.slice(0, IN_SIGHT);
  const { strip, ends } = useEnds(cards.length);
  const move = (pages: number) => strip.current?.scrollBy({ left: pages * strip.current.clientWidth });
  return (
    <section className={styles.carousel} aria-label={label}>
      <div className={cx(styles.nav, styles.back, !ends.back && styles.hidden)}>
        <IconButton icon={ChevronLeft} label={uiText.previous} variant="solid" onClick={() => move(-1)} />
      </div>
      <ul
        ref={strip}
        className={styles.strip}
        onKeyDown={(event) => {
          if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
          event.preventDefault();
          move(event.key === "ArrowLeft" ? -0.5 : 0.5);
        }}
      >
        {Children.map(cards, (card) => (
          <li className={styles.item}>{card}</li>
        ))}
      </ul>
      <div className={cx(styles.nav, styles.on, !ends.on && styles.hidden)}>
        <IconButton icon={ChevronRight} label={uiText.next} variant="solid" onClick={() => move(1)} />
      </div>
    </section>
  );
}
