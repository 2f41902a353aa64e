import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { endEventRoute, staffEventsRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { eventState } from "#web/features/events/days.ts";
import { EventForm } from "#web/features/events/staff/event-form.tsx";
import styles from "#web/features/events/staff/staff.module.css";
import { StaffEventList } from "#web/features/events/staff/staff-event-list.tsx";
import { StaffEventRow } from "#web/features/events/staff/staff-event-row.tsx";
import { staffEventsText as text } from "#web/features/events/text.ts";
import { call } from "#web/lib/api.ts";
import { useNow } from "#web/lib/now.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Page } from "#web/ui/page.tsx";
import { StaffNav } from "../staff-nav.tsx";

function EventRow({ event, now, onEdit }: { event: LevelEvent; now: number; onEdit: () => void }) {
  const { id, short_name, highlight_color, goal, levels } = event;
  const state = eventState(event, now);
  const [title, question, action] =
    state === "upcoming"
      ? [text.event.callOff(short_name), text.event.callOffText, text.event.callOffAction]
      : [text.event.end(short_name), text.event.endText, text.event.endAction];
  return (
    <StaffEventRow
      item={event}
      state={state}
      name={short_name}
      heading={<Badge color={highlight_color}>{short_name}</Badge>}
      onEdit={onEdit}
      ending={{ title, question, action, end: () => call(endEventRoute, { params: { id } }) }}
    >
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
    </StaffEventRow>
  );
}

export default function StaffEventsPage() {
  const page = usePage();
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
