export { RatingsScreen as default } from "#web/features/ratings/ratings-screen.tsx";
