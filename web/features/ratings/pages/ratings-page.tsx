export { RatingsScreen as default } from "../ratings-screen.tsx";
