import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { endEventRoute, staffEventsRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { eventState } from "#web/features/events/days.ts";
import { RewardSummary } from "#web/features/events/event-card.tsx";
import { EndButton } from "#web/features/events/staff/end-button.tsx";
import { EventForm } from "#web/features/events/staff/event-form.tsx";
import styles from "#web/features/events/staff/staff.module.css";
import { EventStateBadge, StaffEventList } from "#web/features/events/staff/staff-event-list.tsx";
import { eventsText, staffEventsText as text } from "#web/features/events/text.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { useNow } from "#web/lib/now.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/page.tsx";
import { StaffNav } from "../staff-nav.tsx";

function EventRow({ event, now, onEdit }: { event: LevelEvent; now: number; onEdit: () => void }) {
  const { id, short_name, highlight_color, starts_on, ends_on, goal, levels, reward } = event;
  const state = eventState(event, now);
  const [title, question, action] =
    state === "upcoming"
      ? [text.event.callOff(short_name), text.event.callOffText, text.event.callOffAction]
      : [text.event.end(short_name), text.event.endText, text.event.endAction];
  return (
    <Card className={styles.row}>
      <article className={styles.text} aria-label={short_name}>
        <div className={styles.head}>
          <h2>
            <Badge color={highlight_color}>{short_name}</Badge>
          </h2>
          <EventStateBadge state={state} />
          <span className={styles.muted}>{eventsText.days(formatDay(starts_on), formatDay(ends_on))}</span>
        </div>
        <p className={styles.muted}>
          {text.goalOf(goal, levels.length)}
          {": "}
          {levels.map((level, at) => (
            <span key={level.id}>
              {at > 0 && ", "}
              <Link className={styles.level} to={level.url}>
                <bdi>{level.title}</bdi>
              </Link>
            </span>
          ))}
        </p>
        <RewardSummary reward={reward} />
      </article>
      {state !== "ended" && (
        <div className={styles.actions}>
          <Button icon={Pencil} aria-label={text.editOf(short_name)} onClick={onEdit}>
            {text.editAction}
          </Button>
          <EndButton
            name={short_name}
            title={title}
            question={question}
            action={action}
            end={() => call(endEventRoute, { params: { id } })}
          />
        </div>
      )}
    </Card>
  );
}

export default function StaffEventsPage() {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery(listQueryFor(staffEventsRoute, { input: { page } }));
  // useNow ticks in minutes: never show a time before the response.
  const now = useNow(list.dataUpdatedAt);
  const [form, setForm] = useState<{ event: LevelEvent | null } | null>(null);
  return (
    <Page
      title={text.event.title}
      actions={
        <Button variant="primary" icon={Plus} onClick={() => setForm({ event: null })}>
          {text.event.add}
        </Button>
      }
    >
      <StaffNav />
      <StaffEventList
        query={list}
        page={page}
        kind="event"
        row={(event) => <EventRow event={event} now={now} onEdit={() => setForm({ event })} />}
      />
      {form && <EventForm event={form.event} onClose={() => setForm(null)} />}
    </Page>
  );
}
