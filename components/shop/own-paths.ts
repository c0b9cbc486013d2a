/**
 * An answer of the interface with the addresses of this server's own files as mere paths. The interface answers them
 * under BASE_URL, for clients elsewhere; a page may be looked at under another name of the same server, where they
 * would be foreign, and refused by the content security policy.
 */
export function withOwnPaths<Answer>(answer: Answer, origin: string): Answer {
  return JSON.parse(JSON.stringify(answer).replaceAll(`"${origin}/`, '"/'))
}
