import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { type Event, endEventRoute, staffEventsRoute } from "#domain/events/api.ts";
import { call } from "#web/lib/api.ts";
import { dayText } from "#web/lib/day-text.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { eventsText, staffEventsText as text } from "#web/text/events.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/page.tsx";
import { stateOf } from "../days.ts";
import { Reward } from "../event-card.tsx";
import { EndButton } from "./end-button.tsx";
import { EventForm } from "./event-form.tsx";
import styles from "./staff.module.css";
import { StaffList, StateBadge } from "./staff-list.tsx";

function Row({ event, now, onEdit }: { event: Event; now: number; onEdit: () => void }) {
  const { id, short_name, highlight_color, starts_on, ends_on, goal, levels, reward } = event;
  const state = stateOf(event, now);
  const [title, question, act] =
    state === "upcoming"
      ? [text.event.callOff(short_name), text.event.callOffText, text.event.callOffAct]
      : [text.event.end(short_name), text.event.endText, text.event.endAct];
  return (
    <Card className={styles.row}>
      <article className={styles.words} aria-label={short_name}>
        <div className={styles.head}>
          <h2>
            <Badge color={highlight_color}>{short_name}</Badge>
          </h2>
          <StateBadge state={state} />
          <span className={styles.muted}>{eventsText.days(dayText(starts_on), dayText(ends_on))}</span>
        </div>
        <p className={styles.muted}>
          {text.goalOf(goal, levels.length)}
          {": "}
          {levels.map((level, at) => (
            <span key={level.id}>
              {at > 0 && ", "}
              <Link className={styles.level} to={level.url}>
                {level.title}
              </Link>
            </span>
          ))}
        </p>
        <Reward reward={reward} />
      </article>
      {state !== "ended" && (
        <div className={styles.acts}>
          <Button icon={Pencil} aria-label={text.editOf(short_name)} onClick={onEdit}>
            {text.editAct}
          </Button>
          <EndButton
            name={short_name}
            title={title}
            question={question}
            act={act}
            end={() => call(endEventRoute, { params: { id } })}
          />
        </div>
      )}
    </Card>
  );
}

/** All events with what admins do with them; `nav` leads to the other staff pages. */
export function StaffEvents({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...queryFor(staffEventsRoute, { input: { page } }),
    placeholderData: keepPreviousData,
  });
  // What has just been ended has ended, by a clock that goes in minutes too.
  const now = Math.max(useNow(), list.dataUpdatedAt);
  const [form, setForm] = useState<{ event: Event | null } | null>(null);
  return (
    <Page
      title={text.event.title}
      actions={
        <Button variant="primary" icon={Plus} onClick={() => setForm({ event: null })}>
          {text.event.add}
        </Button>
      }
    >
      {nav}
      <StaffList
        query={list}
        page={page}
        what="event"
        row={(event) => <Row event={event} now={now} onEdit={() => setForm({ event })} />}
      />
      {form && <EventForm event={form.event} onClose={() => setForm(null)} />}
    </Page>
  );
}
