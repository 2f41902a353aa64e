export { StandingScreen as default } from "#web/features/moderation/standing/standing-screen.tsx";
