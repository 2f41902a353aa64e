import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import type { homeRoute } from "#domain/home/api.ts";
import { Badge } from "#web/ui/card.tsx";
import styles from "./home.module.css";
import { homeText } from "./text/home.ts";

/** A link to the events that are on. Renders nothing if there are none. */
export function EventsStrip({ events = [] }: { events: OutputOf<typeof homeRoute>["events"] | undefined }) {
  if (events.length === 0) return null;
  return (
    <Link className={styles.events} to="/events">
      <span>{homeText.events}</span>
      {events.map(({ id, short_name, highlight_color }) => (
        <Badge key={id} color={highlight_color}>
          {short_name}
        </Badge>
      ))}
      <span className={styles.allEvents}>
        {homeText.allEvents}
        <ArrowRight aria-hidden />
      </span>
    </Link>
  );
}
