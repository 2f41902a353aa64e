import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { SessionUser } from "#domain/auth/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { DailyCard } from "#web/features/daily/daily-card.tsx";
import { SpiritProgressPanel } from "#web/features/users/spirit-progress.tsx";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { homeText } from "#web/text/home.ts";
import { memberHomeText } from "#web/text/member-home.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { BuddiesRow } from "./buddies-row.tsx";
import { EventsStrip } from "./events-strip.tsx";
import styles from "./home.module.css";
import { LevelCarousel, LevelsRow } from "./level-rows.tsx";

/** How often the page checks for newly online buddies. Buddies already shown are updated live. */
const POLL_MS = 60_000;

function WelcomeCard({ user }: { user: SessionUser }) {
  return (
    <Card className={styles.hello}>
      <Headshot src={user.bopi.headshot_url} username={user.username} size={132} decorative />
      <h1>{memberHomeText.welcome(user.username)}</h1>
      <SpiritProgressPanel xp={user.xp} hasGold={user.has_gold} />
    </Card>
  );
}

function NoLevels() {
  return (
    <Section heading={memberHomeText.own}>
      <Card>
        <EmptyState title={memberHomeText.noOwn} text={memberHomeText.noOwnText}>
          <LinkButton to="/build/new" variant="primary" icon={Plus}>
            {memberHomeText.create}
          </LinkButton>
        </EmptyState>
      </Card>
    </Section>
  );
}

/** The home page for members: recently played, their own and new levels. */
export default function MemberPage() {
  const user = useUser();
  const home = useQuery({ ...queryFor(homeRoute, {}), refetchInterval: POLL_MS });
  if (!user) return null;
  const { data } = home;
  const own = { to: `/users/${user.username}/levels`, label: memberHomeText.allOwn };
  return (
    <Page title={memberHomeText.dashboard} heading={null}>
      <div className={styles.today}>
        <WelcomeCard user={user} />
        {!home.isError || data ? <DailyCard daily={data?.daily} onEnd={() => void home.refetch()} /> : null}
      </div>
      {home.isError && !data ? (
        <ErrorState error={home.error} onRetry={() => home.refetch()} busy={home.isFetching} />
      ) : (
        <>
          <EventsStrip events={data?.events} />
          <BuddiesRow username={user.username} buddies={data?.buddies_online} />
          <LevelsRow heading={memberHomeText.recent} levels={data?.recent} eager />
          {data?.own.length === 0 ? (
            <NoLevels />
          ) : (
            <LevelsRow heading={memberHomeText.own} levels={data?.own} more={own} eager />
          )}
          <LevelCarousel
            heading={homeText.featured}
            levels={data?.featured}
            more={{ to: "/levels?filter=featured", label: homeText.allFeatured }}
          />
          <LevelsRow
            heading={homeText.popular}
            levels={data?.popular}
            more={{ to: "/levels", label: homeText.allPopular }}
          />
          <LevelsRow
            heading={homeText.newest}
            levels={data?.newest}
            more={{ to: "/levels?order=newest", label: homeText.allNewest }}
          />
        </>
      )}
    </Page>
  );
}
