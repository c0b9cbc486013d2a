/**
 * The API returns URLs with BASE_URL, for external clients. Under another host name of the server, the content security
 * policy would block them.
 */
export function withOwnPaths<Answer>(answer: Answer, origin: string): Answer {
  // A 204 has no body.
  if (answer === undefined) return answer
  return JSON.parse(JSON.stringify(answer).replaceAll(`"${origin}/`, '"/'))
}
