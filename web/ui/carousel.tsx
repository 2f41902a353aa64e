import { ChevronLeft, ChevronRight } from "lucide-react";
import { Children, type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./carousel.module.css";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { uiText } from "./text/ui.ts";

/** Whether the strip of `count` cards can scroll back and forward. Updates on scroll and resize. */
function useEnds(count: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ back: false, on: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: adding a card makes the strip longer
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const update = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      setEnds({ back: element.scrollLeft > 8, on: rest > 8 });
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [count]);
  return { strip, ends };
}

export interface CarouselProps {
  label: string;
  /** Cards per view on phones, from 480 px, and from 768 px. */
  per?: readonly [phone: number, middle: number, wide: number];
  children: ReactNode;
}

/** Cards in a row that scrolls sideways. */
export function Carousel({ label, per: [phone, middle, wide] = [2, 3, 5], children }: CarouselProps) {
  const { strip, ends } = useEnds(Children.count(children));
  const widths = { "--phone": phone, "--middle": middle, "--wide": wide } as CSSProperties;
  const move = (pages: number) => strip.current?.scrollBy({ left: pages * strip.current.clientWidth });
  return (
    <section className={styles.carousel} aria-label={label}>
      <div className={cx(styles.nav, styles.back, !ends.back && styles.hidden)}>
        <IconButton icon={ChevronLeft} label={uiText.previous} variant="solid" onClick={() => move(-1)} />
      </div>
      <ul
        ref={strip}
        className={styles.strip}
        style={widths}
        onKeyDown={(event) => {
          if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
          event.preventDefault();
          move(event.key === "ArrowLeft" ? -0.5 : 0.5);
        }}
      >
        {Children.map(children, (card) => (
          <li className={styles.item}>{card}</li>
        ))}
      </ul>
      <div className={cx(styles.nav, styles.on, !ends.on && styles.hidden)}>
        <IconButton icon={ChevronRight} label={uiText.next} variant="solid" onClick={() => move(1)} />
      </div>
    </section>
  );
}
