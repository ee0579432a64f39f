declare module 'role-based-email-addresses' {
  /** Lowercase local parts that name a role or group. */
  const names: readonly string[];
  export default names;
}
