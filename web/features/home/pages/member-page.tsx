import { useQuery } from "@tanstack/react-query";
import { Plus, Shirt, Users } from "lucide-react";
import { Link } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import type { SessionUser } from "#domain/auth/api.ts";
import { formatDuration } from "#domain/duration.ts";
import { isNewcomer } from "#domain/first-night/stamps.ts";
import { type CreatorUpdate, homeRoute } from "#domain/home/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { LevelCard } from "#web/components/levels/level-card.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { JoinButton } from "#web/components/play/join-button.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { WaitingRequestList } from "#web/features/buddies/waiting-requests.tsx";
import { DailyCard } from "#web/features/daily/daily-card.tsx";
import { FirstNightBoard } from "#web/features/first-night/first-night-board.tsx";
import { SpiritProgressPanel } from "#web/features/users/spirit-progress.tsx";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import link from "#web/ui/whole-link.module.css";
import EventDetails from "../event-details.tsx";
import { EventStage } from "../event-stage.tsx";
import { EventsStrip } from "../events-strip.tsx";
import styles from "../home.module.css";
import { LevelCarousel, LevelsRow, RankedLevels, SmallLevels } from "../level-rows.tsx";
import { memberHomeText as text } from "../text/member-home.ts";
import updatesFeedStyles from "../updates-feed.module.css";
import welcomeCardStyles from "../welcome-card.module.css";

function BuddiesRow({ username, buddies }: { username: string; buddies: PresentUserCard[] | undefined }) {
  return (
    <Section
      heading={text.buddies}
      actions={<MoreLink to={`/users/${username}/buddies`} label={text.allBuddies} />}
    >
      {buddies?.length === 0 ? (
        <div className={styles.noBuddies}>
          <p>{text.noBuddies}</p>
          <LinkButton size="s" icon={Users} to="/users">
            {text.findBuddies}
          </LinkButton>
        </div>
      ) : (
        <ul className={styles.buddies} aria-busy={!buddies}>
          {buddies ? (
            buddies.map((buddy) => (
              <li key={buddy.id} className={styles.buddy}>
                <WithBubble bubble={<LivePresenceBubble user={buddy} />}>
                  <Headshot user={buddy} size={72} decorative />
                </WithBubble>
                <Link className={styles.buddyName} to={buddy.url}>
                  <UserName user={buddy} />
                </Link>
                <span className={styles.buddyLine}>
                  <LivePresenceText user={buddy} fallback={text.away} />
                </span>
                <JoinButton person={buddy} size="s" className={styles.buddyJoin} />
              </li>
            ))
          ) : (
            <Repeat times={4}>
              <li className={styles.buddy}>
                <Skeleton width={72} height={72} />
                <Skeleton width={64} />
              </li>
            </Repeat>
          )}
        </ul>
      )}
    </Section>
  );
}

/** Text, link and picture of an update. */
function subjectOf({ user, level, item, achievement }: CreatorUpdate) {
  if (level) return { did: text.built, name: level.title, url: level.url, picture: level.thumbnail_url };
  if (item) return { did: text.published, name: item.name, url: item.url, picture: item.thumbnail_url };
  if (!achievement) return null;
  const url = `${user.url}/achievements`;
  return { did: text.earned, name: achievement.name, url, picture: achievement.picture };
}

function Update({ update }: { update: CreatorUpdate }) {
  const subject = subjectOf(update);
  if (!subject) return null;
  const { user, level, created_at } = update;
  return (
    <li className={updatesFeedStyles.update}>
      <div className={updatesFeedStyles.text}>
        <p className={updatesFeedStyles.who}>
          <Headshot user={user} size={32} decorative />
          <span>
            <UserName user={user} /> {subject.did}
          </span>
        </p>
        <h3 className={link.whole} dir="auto">
          <Link to={subject.url}>{subject.name}</Link>
        </h3>
        <p className={updatesFeedStyles.when}>
          <RelativeTime value={created_at} />
        </p>
      </div>
      <img
        className={level ? updatesFeedStyles.wide : updatesFeedStyles.square}
        src={subject.picture}
        width={level ? 160 : 90}
        height={90}
        alt=""
        loading="lazy"
      />
    </li>
  );
}

function UpdatesFeed({ updates = [] }: { updates: readonly CreatorUpdate[] | undefined }) {
  if (updates.length === 0) return null;
  return (
    <Section heading={text.updates}>
      <ul className={updatesFeedStyles.feed}>
        {updates.map((update) => (
          <Update key={`${update.user.id} ${update.created_at} ${update.level?.id}`} update={update} />
        ))}
      </ul>
    </Section>
  );
}

/** Greets the member with their own bopi and spirit. A newcomer is greeted by the first-night board, so only the spirit shows. */
function WelcomeCard({ user }: { user: SessionUser }) {
  const isNew = isNewcomer(user);
  const spirit = <SpiritProgressPanel xp={user.xp} hasGold={user.has_gold} isNew={isNew} />;
  if (isNew) return <Card className={welcomeCardStyles.spirit}>{spirit}</Card>;
  return (
    <Card className={welcomeCardStyles.welcome}>
      <PosedBopi pose="wave" large className={welcomeCardStyles.bopi} />
      <div className={welcomeCardStyles.about}>
        <div className={welcomeCardStyles.greeting}>
          <h1>{text.welcome(user.username)}</h1>
          <LinkButton size="s" icon={Shirt} to="/avatar">
            {text.dress}
          </LinkButton>
        </div>
        {spirit}
      </div>
    </Card>
  );
}

const noteOf = (best: number | null) => (best === null ? text.notCleared : text.best(formatDuration(best)));

/** The levels that the member played last, with their best time. Renders nothing if there are none. */
function ContinueRow({ levels = [] }: { levels: OutputOf<typeof homeRoute>["recent"] | undefined }) {
  if (levels.length === 0) return null;
  return (
    <Section
      heading={text.recent}
      actions={<MoreLink to="/levels?filter=playedByUser&order=played_at" label={text.allRecent} />}
    >
      <div className={styles.continue}>
        {levels.map((level) => (
          <LevelCard key={level.id} level={level} variant="wide" note={noteOf(level.best_ms)} eager />
        ))}
      </div>
    </Section>
  );
}

/** How often the page checks for newly online buddies. Buddies already shown are updated live. */
const POLL_MS = 60_000;

export default function MemberPage() {
  const user = useUser();
  const home = useQuery({ ...queryFor(homeRoute, {}), refetchInterval: POLL_MS });
  if (!user) return null;
  const { data } = home;
  const level = data?.recent[0] ?? data?.featured[0] ?? data?.popular[0];
  const own = { to: `/users/${user.username}/levels`, label: text.allOwn };
  return (
    <Page title={text.dashboard} heading={null}>
      <FirstNightBoard user={user} playUrl={level && `/play/${level.id}`} levelUrl={level?.url} />
      <div className={styles.today}>
        <WelcomeCard user={user} />
        {(!home.isError || data) && (
          <DailyCard daily={data?.daily} isNew={isNewcomer(user)} onEnd={() => void home.refetch()} />
        )}
      </div>
      {home.isError && !data ? (
        <QueryError query={home} />
      ) : (
        <>
          {data?.stage && (
            <EventStage event={data.stage}>
              <EventDetails event={data.stage} onEnd={() => void home.refetch()} />
            </EventStage>
          )}
          <EventsStrip events={data?.events.filter(({ id }) => id !== data.stage?.id)} />
          <ContinueRow levels={data?.recent} />
          {data && data.requests.people.length > 0 && (
            <Section heading={text.requests}>
              <Card className={styles.requests}>
                <WaitingRequestList requests={data.requests} />
              </Card>
            </Section>
          )}
          <BuddiesRow username={user.username} buddies={data?.buddies_online} />
          <UpdatesFeed updates={data?.updates} />
          <RankedLevels levels={data?.popular} />
          <LevelCarousel levels={data?.featured} />
          <SmallLevels levels={data?.newest} />
          {data?.own.length === 0 ? (
            <Section heading={text.own}>
              <Card>
                <EmptyState title={text.noOwn} text={text.noOwnText} pose="carry">
                  <LinkButton to="/build/new" variant="primary" icon={Plus}>
                    {text.create}
                  </LinkButton>
                </EmptyState>
              </Card>
            </Section>
          ) : (
            <LevelsRow heading={text.own} levels={data?.own} more={own} />
          )}
        </>
      )}
    </Page>
  );
}
