/**
 * A response of the API with the URLs of this server's own files as paths. The API returns them with BASE_URL, for
 * external clients; a page may be opened under another host name of the same server, where the content security policy
 * would block them.
 */
export function withOwnPaths<Answer>(answer: Answer, origin: string): Answer {
  // The response was a 204.
  if (answer === undefined) return answer
  return JSON.parse(JSON.stringify(answer).replaceAll(`"${origin}/`, '"/'))
}
