import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { type AchievementSet, achievementListRoute } from "#domain/achievements/api.ts";
import { setProgress } from "#domain/achievements/progress.ts";
import { isValidParam } from "#domain/api/params.ts";
import type { UserCard } from "#domain/api/response.ts";
import { profileRoute } from "#domain/users/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { MissingUser } from "#web/features/users/missing-user.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { KEEP_SCROLL, keepsScroll } from "#web/lib/keep-scroll.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "../achievements.module.css";
import { SetGrid, SetGridSkeleton } from "../set-grid.tsx";
import { SetModal } from "../set-modal.tsx";
import { ShareBar } from "../share-bar.tsx";
import { achievementsText } from "../text.ts";

/** The owner and their overall progress. Both props are undefined while loading. */
function AchievementSummary({
  owner,
  sets,
}: {
  owner: Pick<UserCard, "username" | "url" | "bopi"> | undefined;
  sets: readonly AchievementSet[] | undefined;
}) {
  const all = sets?.map(setProgress) ?? [];
  const obtained = all.reduce((sum, set) => sum + set.obtained, 0);
  const total = all.reduce((sum, set) => sum + set.total, 0);
  return (
    <Card className={styles.summary} aria-busy={!sets || undefined}>
      {owner ? <Headshot user={owner} size={72} decorative /> : <Skeleton width={72} height={72} />}
      <div className={styles.text}>
        <p className={styles.head}>
          {sets ? <b>{achievementsText.summary(obtained, total)}</b> : <Skeleton width={180} />}
          {owner && (
            <TextLink standalone to={owner.url}>
              {achievementsText.profile}
            </TextLink>
          )}
        </p>
        {sets ? (
          <ShareBar label={achievementsText.overall} share={total ? obtained / total : 0} />
        ) : (
          <Skeleton height={16} />
        )}
      </div>
    </Card>
  );
}

const text = achievementsText;

/** Loads the achievements of the user in the URL. Other users' ids come from their profiles. */
function useAchievements(username: string) {
  const user = useUser();
  const isValidName = isValidParam("username", username);
  const isOwn = user?.username.toLowerCase() === username.toLowerCase();
  const profile = useQuery({ ...queryFor(profileRoute, { params: { username } }), enabled: isValidName });
  const id = isOwn ? user?.id : profile.data?.user.id;
  const list = useQuery({
    ...queryFor(achievementListRoute, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  });
  const failed = [profile, list].find(({ isError, data }) => isError && !data);
  return {
    isOwn,
    isMissing: !isValidName || isNotFound(profile.error),
    profile: profile.data?.user,
    list,
    failed,
  };
}

/** A user's achievements, set by set. The open set is in the URL. */
export default function AchievementsPage() {
  const { username: requestedName = "" } = useParams();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const { isOwn, isMissing, profile, list, failed } = useAchievements(requestedName);
  if (isMissing) return <MissingUser />;

  const sets = list.data?.data;
  const open = sets?.find(({ id }) => id === Number(query.get("set")));
  const show = (id: number) => void navigate(`?set=${id}`, { state: KEEP_SCROLL });
  // Goes back if this page opened the modal itself, otherwise replaces the URL.
  const close = () =>
    void (keepsScroll(state) ? navigate(-1) : navigate("?", { replace: true, state: KEEP_SCROLL }));
  const owner = list.data?.user ?? profile;
  return (
    <Page title={text.title(owner?.username ?? requestedName, isOwn)}>
      {failed && (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} busy={failed.isFetching} />
      )}
      {!failed && <AchievementSummary owner={owner} sets={sets} />}
      {!failed && !sets && <SetGridSkeleton />}
      {sets && sets.length > 0 && <SetGrid sets={sets} onShow={show} />}
      {sets?.length === 0 && (
        <EmptyState
          title={text.none}
          text={text.noneText}
          art={<PosedBopi pose="shrug" />}
          noAction="Sets of achievements come with the site"
        />
      )}
      <SetModal set={open} onClose={close} />
    </Page>
  );
}
