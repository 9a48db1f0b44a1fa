/** What the measurements mean for whoever runs an older n8n. Paragraphs of docs/compatibility.md. */
export const differences: string[] = [];
