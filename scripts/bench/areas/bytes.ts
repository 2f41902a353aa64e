export const measureBytes = async () => {};
