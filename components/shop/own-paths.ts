/**
 * Replaces the URLs of this server's own files in a response by paths. The API returns URLs that begin with BASE_URL,
 * for external clients. If the page was opened under another host name of the server, the content security policy would
 * block these URLs.
 */
export function withOwnPaths<Answer>(answer: Answer, origin: string): Answer {
  // A 204 has no body.
  if (answer === undefined) return answer
  return JSON.parse(JSON.stringify(answer).replaceAll(`"${origin}/`, '"/'))
}
