import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Trophy } from "lucide-react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { type Achievement, type AchievementSet, achievementListRoute } from "#domain/achievements/api.ts";
import { achievementProgress, percent, setProgress } from "#domain/achievements/progress.ts";
import { isValidParam } from "#domain/api/params.ts";
import type { UserCard } from "#domain/api/response.ts";
import { profileRoute } from "#domain/users/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { Rewards } from "#web/components/rewards.tsx";
import { MissingUser } from "#web/features/users/missing-user.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { KEEP_SCROLL, keepsScroll } from "#web/lib/keep-scroll.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card, Progress } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Grid, Page } from "#web/ui/page.tsx";
import { Repeat, Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "../achievements.module.css";
import { achievementsText as text } from "../text.ts";

function ShareBar({ label, share }: { label: string; share: number }) {
  const percentage = percent(share);
  return (
    <div className={styles.bar}>
      <Progress label={label} share={percentage / 100} />
      <span className={styles.percent} aria-hidden>
        {text.percent(percentage)}
      </span>
    </div>
  );
}

const CARD = { min: 340, minPhone: 260 } as const;

function SetCard({ set, onShow }: { set: AchievementSet; onShow: () => void }) {
  const { name, description, image_url } = set;
  const { obtained, total, next, share } = setProgress(set);
  return (
    <Card className={styles.set}>
      <img
        className={cx(styles.badge, obtained === 0 && styles.locked)}
        src={image_url}
        width={84}
        height={84}
        alt=""
      />
      <div className={styles.text}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.muted}>{description}</p>
      </div>
      <div className={styles.progress}>
        <p className={styles.head}>
          <span>{text.summary(obtained, total)}</span>
        </p>
        <ShareBar label={text.progressOf(name)} share={share} />
        <p className={styles.next}>
          {next ? (
            <>
              {text.next} <b>{next.name}</b>
            </>
          ) : (
            text.complete
          )}
        </p>
      </div>
      <Button icon={Trophy} onClick={onShow} className={styles.view}>
        {text.view}
        <span className="sr-only"> {text.viewOf(name)}</span>
      </Button>
    </Card>
  );
}

function Status({ user_achievement }: Pick<Achievement, "user_achievement">) {
  if (!user_achievement) return <span className={styles.muted}>{text.notObtained}</span>;
  return (
    <Tooltip text={text.obtainedOn(formatDateTime(user_achievement.created_at))} focusable>
      <Badge tone="accent">
        <CircleCheck aria-hidden />
        {text.obtained}
      </Badge>
    </Tooltip>
  );
}

function Entry({ set, achievement }: { set: AchievementSet; achievement: Achievement }) {
  const { name, description, image_url, reward, user_achievement } = achievement;
  const { current, total, share } = achievementProgress(set, achievement);
  const percentage = percent(share);
  return (
    <li className={styles.entry}>
      <img
        className={cx(styles.badge, !user_achievement && styles.locked)}
        src={image_url}
        width={56}
        height={56}
        alt=""
      />
      <div className={styles.text}>
        <div className={styles.head}>
          <h3>{name}</h3>
          <Status user_achievement={user_achievement} />
        </div>
        <p className={styles.muted}>{description}</p>
        <Progress label={text.progressOf(name)} share={percentage / 100} />
        <div className={styles.head}>
          <span className={styles.numbers}>{text.progress(current, total, percentage)}</span>
          <div className={styles.reward}>
            <span className={styles.muted}>{text.reward}</span>
            <Rewards reward={reward} />
          </div>
        </div>
      </div>
    </li>
  );
}

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
          {sets ? <b>{text.summary(obtained, total)}</b> : <Skeleton width={180} />}
          {owner && (
            <TextLink standalone to={owner.url}>
              {text.profile}
            </TextLink>
          )}
        </p>
        {sets ? (
          <ShareBar label={text.overall} share={total ? obtained / total : 0} />
        ) : (
          <Skeleton height={16} />
        )}
      </div>
    </Card>
  );
}

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
      {failed && <QueryError query={failed} />}
      {!failed && <AchievementSummary owner={owner} sets={sets} />}
      {!failed && !sets && (
        <LoadingRegion text={text.loading}>
          <Grid {...CARD}>
            <Repeat times={9}>
              <Card className={styles.set}>
                <Skeleton width={84} height={84} round />
                <div className={styles.text}>
                  <Skeleton width={120} height={24} />
                  <SkeletonText lines={1} />
                </div>
                <div className={styles.progress}>
                  <Skeleton width={150} />
                  <Skeleton height={16} />
                  <Skeleton width={130} />
                </div>
                <Skeleton height={44} />
              </Card>
            </Repeat>
          </Grid>
        </LoadingRegion>
      )}
      {sets && sets.length > 0 && (
        <Grid {...CARD} className={cx("lazy-rows", styles.sets)}>
          {sets.map((set) => (
            <SetCard key={set.id} set={set} onShow={() => show(set.id)} />
          ))}
        </Grid>
      )}
      {sets?.length === 0 && (
        <EmptyState
          title={text.none}
          text={text.noneText}
          pose="shrug"
          noAction="Sets of achievements come with the site"
        />
      )}
      <Modal open={open !== undefined} onClose={close} title={open?.name ?? ""} text={open?.description} wide>
        {open && (
          <ul className={styles.entries}>
            {open.achievements.map((achievement) => (
              <Entry key={achievement.id} set={open} achievement={achievement} />
            ))}
          </ul>
        )}
      </Modal>
    </Page>
  );
}
