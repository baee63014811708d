/** Whether the client closed the window that asked for a proof (428): they have changed their mind, nothing has failed. */
export function isUnproven(answer: { readonly kind: string; readonly status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 428;
}
