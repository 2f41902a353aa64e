import { useQuery } from "@tanstack/react-query";
import { Blocks, House } from "lucide-react";
import type { ReactNode } from "react";
import { Navigate, useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { type Profile, profileRoute } from "#domain/users/api.ts";
import { ProfileBackground } from "#web/components/profile-background.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { MissingUser } from "./missing-user.tsx";
import styles from "./profile.module.css";
import { ProfileHeader } from "./profile-header.tsx";
import { Showcase } from "./showcase.tsx";
import { usersText } from "./text/users.ts";

function MissingProfile() {
  return (
    <MissingUser>
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {usersText.browse}
      </LinkButton>
      <LinkButton icon={House} to="/">
        {usersText.home}
      </LinkButton>
    </MissingUser>
  );
}

function ProfileSkeleton() {
  return (
    <Card flush className={styles.card} aria-busy>
      <div className={styles.stage} />
      <div className={styles.text}>
        <Skeleton width={220} height={40} />
        <Skeleton width={280} height={30} />
        <SkeletonText lines={3} />
        <Skeleton width={320} height={52} />
      </div>
    </Card>
  );
}

export interface ProfileSlots {
  /** The spirit level. */
  spirit: (profile: Profile) => ReactNode;
  /** Only on the user's own profile. */
  progress: (profile: Profile) => ReactNode;
  /** A notice above the profile, if any. */
  notice: (profile: Profile) => ReactNode;
  /** Actions of the owner, or for other members. Not for visitors. */
  actions: (profile: Profile) => ReactNode;
  menu: (profile: Profile) => ReactNode;
  comments: (profile: Profile) => ReactNode;
}

/** A user's profile. Other features fill its slots. */
export function ProfileScreen({ spirit, progress, notice, actions, menu, comments }: ProfileSlots) {
  const { username = "" } = useParams();
  const user = useUser();
  const isName = isValidParam("username", username);
  const query = useQuery({ ...queryFor(profileRoute, { params: { username } }), enabled: isName });
  const profile = query.data?.user;
  const isOwn = user?.username.toLowerCase() === username.toLowerCase();
  const isOther = user !== null && !isOwn;
  if (!isName || isNotFound(query.error)) return <MissingProfile />;
  // Former usernames redirect to the current one.
  if (profile && profile.username.toLowerCase() !== username.toLowerCase())
    return <Navigate to={profile.url} replace />;
  return (
    <ProfileBackground theme={profile?.custom_theme}>
      <Page title={profile?.username ?? username} heading={null}>
        {query.isPending && <ProfileSkeleton />}
        {query.isError && !profile && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
        )}
        {profile && notice(profile)}
        {profile && (
          <ProfileHeader
            profile={profile}
            spirit={spirit(profile)}
            actions={user !== null && actions(profile)}
            menu={isOther && menu(profile)}
          />
        )}
        {profile && isOwn && progress(profile)}
        {(profile || query.isPending) && <Showcase username={username} isOwn={isOwn} key={username} />}
        {profile && comments(profile)}
      </Page>
    </ProfileBackground>
  );
}
