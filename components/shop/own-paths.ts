/**
 * Under another host name, the content security policy would block the URLs with BASE_URL, made for external clients.
 */
export function withOwnPaths<Answer>(answer: Answer, origin: string): Answer {
  // A 204 has no body.
  if (answer === undefined) return answer
  return JSON.parse(JSON.stringify(answer).replaceAll(`"${origin}/`, '"/'))
}
