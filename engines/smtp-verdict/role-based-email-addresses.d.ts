declare module 'role-based-email-addresses' {
  /** Local parts that name a position or a group, lower case. */
  const names: readonly string[];
  export default names;
}
